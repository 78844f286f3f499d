import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT } from "#infra/project.ts";
import type { ConsumerSpec, EndpointSpec, FunctionSpec, GatewaySpec, Route } from "#lib/entry/http/spec.ts";
import type { Variable } from "#lib/platform/env.ts";

/** One function's file, relative to the project with forward slashes, and its spec. */
export interface Entry<S extends FunctionSpec = FunctionSpec> {
  file: string;
  spec: S;
}

/** Every function of the service, sorted by id. There is no other list of them. */
export interface Registry {
  endpoints: Entry<EndpointSpec>[];
  consumers: Entry<ConsumerSpec>[];
  authorizer: Entry<GatewaySpec>;
  fallback: Entry<GatewaySpec>;
}

let registry: Promise<Registry> | undefined;

/** Imports every file in `functions/` and reads the spec of its handler, once per process. Throws if a file is invalid. */
export function loadRegistry(): Promise<Registry> {
  registry ??= importRegistry();
  return registry;
}

async function importRegistry(): Promise<Registry> {
  const files: string[] = [];
  for await (const file of glob("functions/**/*.ts", { cwd: PROJECT })) files.push(file.split(sep).join("/"));
  const entries = await Promise.all(
    files.map(async (file) => readEntry(file, await import(pathToFileURL(join(PROJECT, file)).href))),
  );
  return toRegistry(entries);
}

/** Returns the registry without the endpoints and consumers that are not deployed with these settings. */
export function deployedWith(settings: Partial<Record<Variable, string>>, registry: Registry): Registry {
  const isDeployed = ({ spec: { requiredSetting } }: Entry<EndpointSpec | ConsumerSpec>): boolean =>
    requiredSetting === undefined || settings[requiredSetting] !== undefined;
  return {
    ...registry,
    endpoints: registry.endpoints.filter(isDeployed),
    consumers: registry.consumers.filter(isDeployed),
  };
}

/** Lists all entries of a registry, sorted by id. */
export const allEntries = (registry: Registry): Entry[] =>
  sortById([...registry.endpoints, ...registry.consumers, registry.authorizer, registry.fallback]);

/** Lists the routes of an endpoint: its main route, then its aliases. */
export const routesOf = (spec: EndpointSpec): readonly Route[] => [spec.route, ...(spec.aliases ?? [])];

/** Whether a function reads: an endpoint with the method GET, or a function of the gateway itself. */
export const isRead = (spec: EndpointSpec | GatewaySpec): boolean =>
  !("route" in spec) || spec.route.startsWith("GET ");

/** Splits `GET /bookings/{id}` into its method and path. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path };
}

/** Returns the value of a key; throws if it is missing. */
export function required<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of ${key}`);
  return value;
}

/** Reads the spec of one imported file. Throws if its id does not match its path. */
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

/** Creates a registry from entries. Throws if two endpoints have the same route, or if a gateway function is missing. */
export function toRegistry(entries: readonly Entry[]): Registry {
  const sorted = sortById(entries);
  const endpoints = sorted.filter((entry): entry is Entry<EndpointSpec> => "route" in entry.spec);
  rejectDuplicateRoutes(endpoints);
  return {
    endpoints,
    consumers: sorted.filter((entry): entry is Entry<ConsumerSpec> => "source" in entry.spec),
    authorizer: getGatewayEntry(sorted, "authorizer"),
    fallback: getGatewayEntry(sorted, "fallback"),
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

function rejectDuplicateRoutes(endpoints: readonly Entry<EndpointSpec>[]): void {
  const idsByRoute = new Map<string, string>();
  for (const { spec } of endpoints) {
    for (const route of routesOf(spec)) {
      const shape = route.replaceAll(/\{[^}]+\}/g, "{}");
      const other = idsByRoute.get(shape);
      if (other !== undefined) throw new Error(`${other} and ${spec.id} both declare ${route}`);
      idsByRoute.set(shape, spec.id);
    }
  }
}

function getGatewayEntry(entries: readonly Entry[], gateway: GatewaySpec["gateway"]): Entry<GatewaySpec> {
  const found = entries.find(
    (entry): entry is Entry<GatewaySpec> => "gateway" in entry.spec && entry.spec.gateway === gateway,
  );
  if (found === undefined) throw new Error(`no function is the ${gateway} of the gateway`);
  return found;
}
