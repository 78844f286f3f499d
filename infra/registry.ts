import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { ConsumerSpec, EndpointSpec, FunctionSpec, GatewaySpec, Route } from "#lib/http/spec.ts";
import type { Variable } from "#lib/platform/env.ts";

/** One function file, relative to the project with forward slashes, and the spec it exports. */
export interface Entry<S extends FunctionSpec = FunctionSpec> {
  file: string;
  spec: S;
}

/** Every function of the service, sorted by id. Nothing else lists them. */
export interface Registry {
  endpoints: Entry<EndpointSpec>[];
  consumers: Entry<ConsumerSpec>[];
  authorizer: Entry<GatewaySpec>;
  fallback: Entry<GatewaySpec>;
}

/** Imports every file under `functions/` and reads the spec on its handler. Throws when a file breaks a rule. */
export async function loadRegistry(project = PROJECT): Promise<Registry> {
  const files: string[] = [];
  for await (const file of glob("functions/**/*.ts", { cwd: project })) files.push(file.split(sep).join("/"));
  const entries = await Promise.all(
    files.map(async (file) => readEntry(file, await import(pathToFileURL(join(project, file)).href))),
  );
  return toRegistry(entries);
}

/** What of a registry is deployed where the operator has made these settings. */
export const deployedWith = (settings: Partial<Record<Variable, string>>, registry: Registry): Registry => ({
  ...registry,
  endpoints: registry.endpoints.filter(
    ({ spec: { requiredSetting } }) =>
      requiredSetting === undefined || settings[requiredSetting] !== undefined,
  ),
});

/** Every entry of a registry in one list. */
export const allEntries = (registry: Registry): Entry[] =>
  sortById([...registry.endpoints, ...registry.consumers, registry.authorizer, registry.fallback]);

/** The routes of an endpoint: its own, then its aliases. */
export const routesOf = (spec: EndpointSpec): readonly Route[] => [spec.route, ...(spec.aliases ?? [])];

/** Splits `GET /bookings/{id}` into its method and path. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path };
}

/** The value of a key that must be there. */
export function required<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of ${key}`);
  return value;
}

/** Reads the spec of one imported file and holds its id against its path. */
export function readEntry(file: string, module: { handler?: unknown }): Entry {
  const { handler } = module;
  const spec = typeof handler === "function" && "spec" in handler ? handler.spec : undefined;
  if (!isSpec(spec)) throw new Error(`${file} exports no handler with a spec`);
  const id = file
    .replace(/^functions\//, "")
    .replace(/\.ts$/, "")
    .replaceAll("/", ".");
  if (spec.id !== id) throw new Error(`${file} has the id ${spec.id} instead of ${id}`);
  return { file, spec };
}

/** Sorts entries into a registry; throws on a route that is declared twice and on a missing gateway function. */
export function toRegistry(entries: readonly Entry[]): Registry {
  const sorted = sortById(entries);
  const endpoints = sorted.filter((entry): entry is Entry<EndpointSpec> => "route" in entry.spec);
  rejectEqualRoutes(endpoints);
  return {
    endpoints,
    consumers: sorted.filter((entry): entry is Entry<ConsumerSpec> => "source" in entry.spec),
    authorizer: gatewayEntry(sorted, "authorizer"),
    fallback: gatewayEntry(sorted, "fallback"),
  };
}

const sortById = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : 1));

function isSpec(value: unknown): value is FunctionSpec {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "permissions" in value &&
    Array.isArray(value.permissions)
  );
}

function rejectEqualRoutes(endpoints: readonly Entry<EndpointSpec>[]): void {
  const seen = new Map<string, string>();
  for (const { spec } of endpoints) {
    for (const route of routesOf(spec)) {
      const shape = route.replaceAll(/\{[^}]+\}/g, "{}");
      const other = seen.get(shape);
      if (other !== undefined) throw new Error(`${other} and ${spec.id} both declare ${route}`);
      seen.set(shape, spec.id);
    }
  }
}

function gatewayEntry(entries: readonly Entry[], gateway: GatewaySpec["gateway"]): Entry<GatewaySpec> {
  const found = entries.find(
    (entry): entry is Entry<GatewaySpec> => "gateway" in entry.spec && entry.spec.gateway === gateway,
  );
  if (found === undefined) throw new Error(`no function is the ${gateway} of the gateway`);
  return found;
}
