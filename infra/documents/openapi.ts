import type * as z from "zod";
import { type Registry, routesOf, splitRoute } from "#infra/registry.ts";
import { EVENT_SCHEMA_NAMES } from "./event-schemas.ts";
import { createExampleGenerator } from "./examples.ts";
import { failureResponses, PROBLEM_SCHEMA } from "./failures.ts";
import { HEADER_PARAMETERS, HEADERS } from "./headers.ts";
import { renderJsonSchemas } from "./json-schemas.ts";
import { isApi } from "./kinds.ts";
import { operation, parameterSchemas, type Rendering, schemasOf } from "./operation.ts";
import { pageOperation } from "./page-operation.ts";
import { JSON_RPC_ERROR_SCHEMA, OAUTH_ERROR_SCHEMA } from "./protocol-failures.ts";
import { securitySchemes } from "./security.ts";
import { tagOf, tagsOf } from "./tags.ts";
import { eventBodies, webhooksOf } from "./webhooks.ts";

/** The parts of the document that come from `package.json` and the introduction. */
interface Package {
  version: string;
  description: string;
  license: string;
}

const FAILURE_SCHEMAS = {
  JsonRpcError: JSON_RPC_ERROR_SCHEMA,
  OAuthError: OAUTH_ERROR_SCHEMA,
  Problem: PROBLEM_SCHEMA,
};

/** Returns the public OpenAPI 3.1 document, from the specs from which the gateway and the functions are created. */
export function openApiDocument(
  registry: Registry,
  names: ReadonlyMap<z.ZodType, string>,
  about: Package,
): object {
  const specs = registry.endpoints.map(({ spec }) => spec);
  const rendering = renderingOf(registry, names);
  const paths = pathsOf(registry, rendering);
  const responses = sorted(specs.filter(isApi).flatMap(failureResponses));
  return {
    openapi: "3.1.0",
    info: {
      title: "Almanac",
      version: about.version,
      description: about.description,
      license: { name: about.license, identifier: about.license },
    },
    // Relative to the URL of the document.
    servers: [{ url: "/v1" }],
    tags: tagsOf(specs.map(tagOf)),
    paths,
    webhooks: webhooksOf(rendering),
    components: {
      schemas: sorted(Object.entries({ ...rendering.schemas.components, ...FAILURE_SCHEMAS })),
      parameters: HEADER_PARAMETERS,
      responses,
      headers: onlyReferenced(HEADERS, { paths, responses }),
      securitySchemes,
    },
  };
}

function renderingOf(registry: Registry, names: ReadonlyMap<z.ZodType, string>): Rendering {
  const parts = registry.endpoints.map(({ spec }) => schemasOf(spec));
  const parameters = new Set(registry.endpoints.flatMap(({ spec }) => parameterSchemas(spec)));
  const schemas = renderJsonSchemas(
    {
      input: parts.flatMap(({ input }) => input),
      output: [...parts.flatMap(({ output }) => output), ...eventBodies()],
    },
    new Map([...names, ...EVENT_SCHEMA_NAMES].filter(([schema]) => !parameters.has(schema))),
  );
  return { schemas, examples: createExampleGenerator(schemas.components) };
}

function pathsOf(registry: Registry, rendering: Rendering): Record<string, object> {
  const paths = new Map<string, Record<string, object>>();
  for (const { spec } of registry.endpoints) {
    const routes = isApi(spec) ? routesOf(spec) : [spec.route];
    for (const [index, route] of routes.entries()) {
      const { method, path } = splitRoute(route);
      const item = paths.get(path) ?? {};
      item[method.toLowerCase()] = isApi(spec)
        ? operation(spec, rendering, index)
        : pageOperation(spec, rendering);
      paths.set(path, item);
    }
  }
  return sorted(paths);
}

/** Returns the components to which these parts of the document refer. */
function onlyReferenced(components: Record<string, object>, parts: object): Record<string, object> {
  const text = JSON.stringify(parts);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`/${name}"`)));
}

const sorted = (entries: Iterable<[string, object]>): Record<string, object> =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
