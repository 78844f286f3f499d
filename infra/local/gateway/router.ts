import type { Route } from "./api-document.ts";

/** The route of a request, and what its path gave the parameters. */
export interface Match {
  route: Route;
  /** URL-decoded; null when the resource has none, as in the event. */
  pathParameters: Record<string, string> | null;
}

/** Finds the route of a method and path; undefined when the API declares none. */
export type Router = (method: string, path: string) => Match | undefined;

interface Resource {
  literals: Map<string, Resource>;
  parameter: { name: string; resource: Resource } | undefined;
  greedy: { name: string; resource: Resource } | undefined;
  routes: Map<string, Route>;
}

/** The tree of resources: a literal segment wins over a parameter, a parameter over a greedy one. */
export function createRouter(routes: readonly Route[]): Router {
  const root = createResource();
  for (const route of routes) {
    place(root, segmentsOf(route.resource)).routes.set(route.method, route);
  }
  return (method, path) => {
    const found = find(root, segmentsOf(path), {});
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

/** One trailing slash makes no difference. */
const segmentsOf = (path: string): string[] => path.replace(/^\//, "").replace(/\/$/, "").split("/");

function place(from: Resource, segments: readonly string[]): Resource {
  let resource = from;
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

interface Found {
  resource: Resource;
  parameters: Record<string, string>;
}

function find(at: Resource, segments: readonly string[], parameters: Found["parameters"]): Found | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return at.routes.size > 0 ? { resource: at, parameters } : undefined;
  const literal = at.literals.get(segment);
  const byLiteral = literal && find(literal, rest, parameters);
  if (byLiteral !== undefined) return byLiteral;
  const { parameter, greedy } = at;
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

/** A segment with a broken escape stays as it came; the function refuses it. */
function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
