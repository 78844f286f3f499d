import type * as z from "zod";
import { type JsonSchema, type JsonSchemas, renderJsonSchemas } from "#infra/documents/json-schemas.ts";
import { type Registry, routesOf, splitRoute } from "#infra/registry.ts";
import { FAILURES } from "#lib/http/failures.ts";
import { failureResponses, operation, parameterSchemas, schemasOf } from "./operation.ts";
import { securitySchemes } from "./security.ts";

/** What the document says of the service as a whole. */
interface Package {
  version: string;
  description: string;
  license: string;
}

/** The public OpenAPI 3.1 document, from the same specs that make the gateway and the functions. */
export function openApiDocument(
  registry: Registry,
  names: ReadonlyMap<z.ZodType, string>,
  about: Package,
): object {
  const parts = registry.endpoints.map(({ spec }) => schemasOf(spec));
  const parameters = new Set(registry.endpoints.flatMap(({ spec }) => parameterSchemas(spec)));
  const schemas = renderJsonSchemas(
    { input: parts.flatMap(({ input }) => input), output: parts.flatMap(({ output }) => output) },
    new Map([...names].filter(([schema]) => !parameters.has(schema))),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Almanac",
      version: about.version,
      description: about.description,
      license: { name: about.license, identifier: about.license },
    },
    servers: [
      {
        url: "{baseUrl}",
        variables: {
          baseUrl: { default: "http://localhost:3000/v1", description: "The output BaseUrl of the stack" },
        },
      },
    ],
    paths: pathsOf(registry, schemas),
    components: {
      schemas: { ...schemas.components, Problem: problemSchema },
      responses: sorted(registry.endpoints.flatMap(({ spec }) => failureResponses(spec))),
      headers: {
        Link: {
          description:
            "The neighbours of a page (RFC 8288): first, prev, next, last; after a cursor: first, next",
          schema: { type: "string" },
        },
        TotalCount: {
          description: "How many elements the whole list has, where they can be counted",
          schema: { type: "integer" },
        },
        RequestId: { description: "Names this call, for logs and support", schema: { type: "string" } },
      },
      securitySchemes,
    },
  };
}

function pathsOf(registry: Registry, schemas: JsonSchemas): Record<string, object> {
  const paths = new Map<string, Record<string, object>>();
  for (const { spec } of registry.endpoints) {
    for (const [index, route] of routesOf(spec).entries()) {
      const { method, path } = splitRoute(route);
      const item = paths.get(path) ?? {};
      item[method.toLowerCase()] = operation(spec, schemas, index === 0 ? undefined : `alias${index}`);
      paths.set(path, item);
    }
  }
  return sorted(paths);
}

const sorted = (entries: Iterable<[string, object]>): Record<string, object> =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));

const text = { type: "string" };

/** The body of every failure, RFC 9457; see `lib/http/problem.ts`. */
const problemSchema: JsonSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "message", "requestId", "errors"],
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    instance: text,
    code: { type: "string", enum: Object.keys(FAILURES) },
    message: { ...text, description: "The same as detail" },
    requestId: text,
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "code", "message"],
        properties: {
          pointer: { ...text, description: "JSON Pointer of the field" },
          code: text,
          message: text,
        },
      },
    },
  },
};
