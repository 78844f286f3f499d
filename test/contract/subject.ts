import * as z from "zod";
import { routesOf, splitRoute } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import type { ApiRequest, Send } from "#test/support/calls/api-client.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import type { HandlerResponse } from "#test/support/calls/invoke.ts";

type PathValues = Record<string, string>;

/** What the rules have to know of an endpoint beyond its spec. */
export interface Example {
  /** Makes one that is the owner's and answers the path parameters that find it. */
  path?: (owner: Caller) => Promise<PathValues>;
  /** Makes the query parameters the endpoint requires. */
  query?: (owner: Caller) => Promise<Record<string, string>>;
  /** Makes a body the endpoint takes. */
  body?: (owner: Caller) => Promise<unknown>;
  /** Path parameters of one that is not there, where they can't be guessed. */
  missing?: PathValues;
  /** The role whose users it is for, where it is not for all. */
  role?: Caller["role"];
}

/** An endpoint under test: how to reach it, through the gateway or past it, and as which caller. */
export interface Subject {
  spec: EndpointSpec;
  send: Send;
  invoke: (parts: RequestParts) => Promise<HandlerResponse>;
  owner: { caller: Caller; key: string };
  stranger: { caller: Caller; key: string };
  /** A system admin, who may see more of the same resource. */
  admin?: { key: string };
  example: Example;
}

/** A rule every endpoint keeps, or throws what it does instead. */
export type Rule = (subject: Subject) => Promise<void>;

/** A request of the endpoint; without path values to one that is not there. */
export async function requestTo(
  subject: Subject,
  { path, route = subject.spec.route }: { path?: PathValues; route?: string } = {},
): Promise<ApiRequest> {
  const { spec, example, owner } = subject;
  const { method, path: template } = splitRoute(route);
  const values = path ?? missingPath(subject);
  const body = spec.body && example.body ? await example.body(owner.caller) : undefined;
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name]));
  const query = example.query && new URLSearchParams(await example.query(owner.caller));
  return { method, path: query ? `${address}?${query}` : address, body };
}

const encode = (value: string | undefined): string => encodeURIComponent(value ?? "");

/** A request of the endpoint to one that the owner has just made. */
export async function ownersRequest(subject: Subject, route?: string): Promise<ApiRequest> {
  const path = await ownersPath(subject);
  return requestTo(subject, { path, ...(route !== undefined && { route }) });
}

/** Path values of one that the owner has just made. */
export const ownersPath = async ({ example, owner }: Subject): Promise<PathValues> =>
  example.path ? example.path(owner.caller) : {};

/** The names of the parameters in the endpoint's path. */
export const parametersOf = ({ route }: EndpointSpec): string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Its own route and its aliases. */
export const everyRoute = ({ spec }: Subject): readonly string[] => routesOf(spec);

const UNLIKELY = ["999999999", "999999999_999999999", "wh_nothing-like-this"];
const NONSENSE = ["-1", "1.5", "not-a-number", "x".repeat(300)];

/** Path values nothing has. */
export function missingPath({ spec, example }: Pick<Subject, "spec" | "example">): PathValues {
  if (example.missing) return example.missing;
  const found = UNLIKELY.map((value) => allParameters(spec, value)).find((values) => takes(spec, values));
  if (!found) throw new Error(`${spec.id}: add \`missing\` to its example, path parameters nothing has`);
  return found;
}

/** Path values that are none; undefined when the endpoint takes any text. */
export const nonsensePath = ({ spec }: Subject): PathValues | undefined =>
  NONSENSE.map((value) => allParameters(spec, value)).find((values) => !takes(spec, values));

const allParameters = (spec: EndpointSpec, value: string): PathValues =>
  Object.fromEntries(parametersOf(spec).map((name) => [name, value]));
const takes = (spec: EndpointSpec, values: PathValues): boolean =>
  (spec.path ?? z.object({})).safeParse(values).success;

/** The problem document an answer carries. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
});
