import { gatewayResponses } from "#infra/gateway/responses.ts";
import { type Entry, type Registry, routesOf, splitRoute } from "#infra/registry.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { allowedMethods, isPage, preflight, withHead } from "./methods.ts";

/** URIs and roles in the document. CDK passes tokens, tests pass plain text. */
export interface GatewayTargets {
  /** Name of the API. API Gateway takes it from the title of an imported document and ignores the property `Name`. */
  name: string;
  /** URI with which the gateway invokes a function. */
  invocationUri(id: string, mode: "buffered" | "streamed"): string;
  /** ARN of the role with which the gateway invokes a function. */
  invocationRole(id: string): string;
}

/** Operations of one path by method, `x-amazon-apigateway-any-method` for all others. */
export type PathItem = Record<string, object>;

/** Maximum duration of a call in seconds. API Gateway limits a buffered call to 29 seconds; a stream can take longer. */
export const TIMEOUT_SECONDS = { buffered: 29, streamed: 300 } as const;

const SECURITY_SCHEME = "caller";

/**
 * Returns the OpenAPI 3.0.1 document from which the REST API is created: paths, methods and integrations, without schemas. API Gateway
 * does not support OpenAPI 3.1, so the public document is a different one, from the same registry (`infra/documents`).
 */
export function gatewayDocument(registry: Registry, targets: GatewayTargets) {
  return {
    openapi: "3.0.1",
    info: { title: targets.name, version: "1" },
    paths: gatewayPaths(registry, targets),
    components: {
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          "x-amazon-apigateway-authtype": "custom",
          "x-amazon-apigateway-authorizer": {
            type: "request",
            authorizerUri: targets.invocationUri(registry.authorizer.spec.id, "buffered"),
            authorizerCredentials: targets.invocationRole(registry.authorizer.spec.id),
            // Not cached, so that a revoked credential stops working immediately.
            authorizerResultTtlInSeconds: 0,
          },
        },
      },
    },
    "x-amazon-apigateway-gateway-responses": gatewayResponses(),
  };
}

function gatewayPaths(registry: Registry, targets: GatewayTargets): Record<string, PathItem> {
  const byPath = endpointsByPath(registry);
  rejectSiblingParameters([...byPath.keys()]);
  const fallback = operation(targets, registry.fallback.spec.id);
  const paths: Record<string, PathItem> = {};
  for (const [path, endpoints] of [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const item: PathItem = {};
    for (const [method, { spec }] of endpoints)
      for (const one of withHead([method])) item[one.toLowerCase()] = endpointOperation(targets, path, spec);
    if (!isPage(path)) item["options"] = preflight(allowedMethods(path, [...endpoints.keys()]));
    paths[path] = { ...item, "x-amazon-apigateway-any-method": { ...parameters(path), ...fallback } };
  }
  for (const path of ["/", "/{proxy+}"]) {
    paths[path] ??= { "x-amazon-apigateway-any-method": { ...parameters(path), ...fallback } };
  }
  return paths;
}

/** The endpoints by path and method, including aliases. */
function endpointsByPath({ endpoints }: Registry): Map<string, Map<string, Entry<EndpointSpec>>> {
  const byPath = new Map<string, Map<string, Entry<EndpointSpec>>>();
  for (const entry of endpoints) {
    for (const { method, path } of routesOf(entry.spec).map(splitRoute)) {
      byPath.set(path, (byPath.get(path) ?? new Map()).set(method, entry));
    }
  }
  return byPath;
}

/**
 * Groups the paths by the value of the `Allow` header of a 405. The groups fit in the 4 KB that Lambda allows for environment
 * variables; a value per path would not.
 */
export function pathsByMethods(registry: Registry): Partial<Record<string, string[]>> {
  const methodsOf = new Map(
    [...endpointsByPath(registry)].map(([path, endpoints]) => [
      path,
      allowedMethods(path, [...endpoints.keys()]).join(", "),
    ]),
  );
  return Object.groupBy(methodsOf.keys(), (path) => methodsOf.get(path) ?? "");
}

/** Throws if two paths have different parameter names in the same position, which API Gateway rejects. */
function rejectSiblingParameters(paths: readonly string[]): void {
  const names = new Map<string, string>();
  for (const path of paths) {
    const segments = path.split("/");
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith("{")) continue;
      const parent = segments.slice(0, index).join("/");
      const existing = names.get(parent) ?? segment;
      if (existing !== segment) throw new Error(`${path}: ${parent} has a parameter ${existing} already`);
      names.set(parent, segment);
    }
  }
}

function endpointOperation(targets: GatewayTargets, path: string, spec: EndpointSpec): object {
  const security = spec.scopes === "public" ? {} : { security: [{ [SECURITY_SCHEME]: [] }] };
  return {
    ...parameters(path),
    ...security,
    ...operation(targets, spec.id, spec.streams ? "streamed" : "buffered"),
  };
}

function parameters(path: string): object {
  const names = [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => name);
  if (names.length === 0) return {};
  const parameter = (name: string | undefined) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  });
  return { parameters: names.map(parameter) };
}

function operation(targets: GatewayTargets, id: string, mode: "buffered" | "streamed" = "buffered"): object {
  return {
    responses: {},
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri: targets.invocationUri(id, mode),
      credentials: targets.invocationRole(id),
      passthroughBehavior: "when_no_match",
      timeoutInMillis: TIMEOUT_SECONDS[mode] * 1000,
      ...(mode === "streamed" && { responseTransferMode: "STREAM" }),
    },
  };
}
