import type { Route } from "./api-document.ts";

/** The route of a request, and the values of its path parameters. */
export interface Match {
  route: Route;
  /** URL-decoded; null if the resource has none, as in the event. */
  pathParameters: Record<string, string> | null;
}

/** Finds the route of a method and path; undefined if the API declares none. */
export type Router = (method: string, path: string) => Match | undefined;

interface Resource {
  literals: Map<string, Resource>;
  parameter: { name: string; resource: Resource } | undefined;
  greedy: { name: string; resource: Resource } | undefined;
  routes: Map<string, Route>;
}

/** Creates a router. A literal segment takes precedence over a parameter, and a parameter over a greedy one. */
export function createRouter(routes: readonly Route[]): Router {
  const root = createResource();
  for (const route of routes) {
    addResource(root, splitPath(route.resource)).routes.set(route.method, route);
  }
  return (method, path) => {
    const found = find(root, splitPath(path), {});
    const route = found?.resource.routes.get(method) ?? found?.resource.routes.get("ANY");
    if (found === undefined || route === undefined) return undefined;
    const hasParameters = Object.keys(found.parameters).length > 0;
    return { route, pathParameters: hasParameters ? found.parameters : null };
  };
}

const createResource = (): Resource => ({
  literals: new Map(),
  parameter: undefined,
  greedy: undefined,
  routes: new Map(),
});

/** Splits a path into segments; a trailing slash is ignored. */
const splitPath = (path: string): string[] => path.replace(/^\//, "").replace(/\/$/, "").split("/");

function addResource(root: Resource, segments: readonly string[]): Resource {
  let resource = root;
  for (const segment of segments) {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) {
      const next = resource.literals.get(segment) ?? createResource();
      resource.literals.set(segment, next);
      resource = next;
    } else {
      const kind = greedy === "+" ? "greedy" : "parameter";
      resource[kind] ??= { name, resource: createResource() };
      if (resource[kind].name !== name) throw new Error(`{${name}} has a sibling {${resource[kind].name}}`);
      resource = resource[kind].resource;
    }
  }
  return resource;
}

interface FoundResource {
  resource: Resource;
  parameters: Record<string, string>;
}

function find(
  from: Resource,
  segments: readonly string[],
  parameters: FoundResource["parameters"],
): FoundResource | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return from.routes.size > 0 ? { resource: from, parameters } : undefined;
  const literal = from.literals.get(segment);
  const byLiteral = literal && find(literal, rest, parameters);
  if (byLiteral !== undefined) return byLiteral;
  const { parameter, greedy } = from;
  if (parameter !== undefined && segment !== "") {
    const found = find(parameter.resource, rest, { ...parameters, [parameter.name]: decode(segment) });
    if (found !== undefined) return found;
  }
  if (greedy === undefined || segment === "") return undefined;
  return {
    resource: greedy.resource,
    parameters: { ...parameters, [greedy.name]: decode(segments.join("/")) },
  };
}

/** A segment with an invalid escape sequence is not decoded; the function rejects it. */
function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
