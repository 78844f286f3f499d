import * as z from "zod";
import { routesOf, splitRoute } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import type { ApiRequest, Send } from "#test/support/calls/api-client.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";

type PathValues = Record<string, string>;

/** The requests of an endpoint that can't be derived from its spec. */
export interface Example {
  /** Creates a resource of the owner and returns its path parameters. */
  path?: (owner: Caller) => Promise<PathValues>;
  /** Creates the required query parameters. */
  query?: (owner: Caller) => Promise<Record<string, string>>;
  /** Creates a valid body. */
  body?: (owner: Caller) => Promise<unknown>;
  /** Path parameters of a missing resource, if no default fits. */
  missing?: PathValues;
  /** The role that the endpoint requires, if any. */
  role?: Caller["role"];
}

/** An endpoint under test: functions that call it with and without the gateway, and its callers. */
export interface Subject {
  spec: EndpointSpec;
  send: Send;
  invoke: (parts: RequestParts) => Promise<HandlerResponse>;
  owner: { caller: Caller; key: string };
  stranger: { caller: Caller; key: string };
  /** A system admin, who can access more of the same resource. */
  admin?: { key: string };
  example: Example;
}

/** A rule for every endpoint. It throws if the endpoint violates it. */
export type Rule = (subject: Subject) => Promise<void>;

/** Creates a request to the endpoint, to a missing resource by default. */
export async function requestTo(
  subject: Subject,
  { path, route = subject.spec.route }: { path?: PathValues; route?: string } = {},
): Promise<ApiRequest> {
  const { spec, example, owner } = subject;
  const { method, path: template } = splitRoute(route);
  const values = path ?? missingPath(subject);
  const body = spec.input.body && example.body ? await example.body(owner.caller) : undefined;
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name]));
  const query = example.query && new URLSearchParams(await example.query(owner.caller));
  return { method, path: query ? `${address}?${query}` : address, body };
}

const encode = (value: string | undefined): string => encodeURIComponent(value ?? "");

/** Creates a request to the endpoint, to a new resource of the owner. */
export async function ownersRequest(subject: Subject, route?: string): Promise<ApiRequest> {
  const path = await ownersPath(subject);
  return requestTo(subject, { path, ...(route !== undefined && { route }) });
}

/** Creates a resource of the owner and returns its path parameters. */
export const ownersPath = async ({ example, owner }: Subject): Promise<PathValues> =>
  example.path ? example.path(owner.caller) : {};

/** The names of the parameters in the endpoint's path. */
export const parametersOf = ({ route }: EndpointSpec): string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The route and its aliases. */
export const everyRoute = ({ spec }: Subject): readonly string[] => routesOf(spec);

const UNLIKELY = ["999999999", "999999999_999999999", "wh_nothing-like-this"];
const NONSENSE = ["-1", "1.5", "not-a-number", "x".repeat(300)];

/** Path parameters of a missing resource. */
export function missingPath({ spec, example }: Pick<Subject, "spec" | "example">): PathValues {
  if (example.missing) return example.missing;
  const found = UNLIKELY.map((value) => allParameters(spec, value)).find((values) => accepts(spec, values));
  if (!found)
    throw new Error(`${spec.id}: add \`missing\` to its example, path parameters of a missing resource`);
  return found;
}

/** Invalid path parameters; undefined if the endpoint accepts any text. */
export const nonsensePath = ({ spec }: Subject): PathValues | undefined =>
  NONSENSE.map((value) => allParameters(spec, value)).find((values) => !accepts(spec, values));

const allParameters = (spec: EndpointSpec, value: string): PathValues =>
  Object.fromEntries(parametersOf(spec).map((name) => [name, value]));
const accepts = (spec: EndpointSpec, values: PathValues): boolean =>
  (spec.input.path ?? z.object({})).safeParse(values).success;

/** A problem document. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
});
