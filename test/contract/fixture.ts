import * as z from "zod";
import { routesOf, splitRoute } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { oauthEndpoint } from "#lib/entry/http/oauth-endpoint.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { problemOf } from "#lib/entry/http/problem.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { REQUEST_ID } from "#test/support/calls/gateway-event.ts";
import { type EndpointHandler, invoke } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import type { Subject } from "./subject.ts";

const Thing = z.object({ id: z.int(), name: z.string() });
const StoredThing = Thing.extend({ version: z.int() });
/** Owners of things, by the ids of the things. */
const owners = new Map<number, number>();

const caller = (userId: number): Caller => ({
  userId,
  role: "USER",
  scopes: "all",
  credentialId: `key-${userId}`,
});
const CALLERS: Record<string, Caller> = {
  owner: caller(1),
  stranger: caller(2),
  admin: { ...caller(3), role: "ADMIN" },
};

/** The spec of an endpoint that follows every rule. */
export const THING_SPEC = {
  ...endpointSpec({ id: "things.update", route: "PATCH /things/{id}", aliases: ["PATCH /stuff/{id}"] }),
  input: { path: z.object({ id: WholeNumber }), body: z.strictObject({ name: z.string() }) },
  response: z.object({ thing: Thing }),
} satisfies EndpointSpec;
export type ThingSpec = EndpointSpec<Pick<typeof THING_SPEC.input, "path">>;

/** The failure for a thing of another user or a missing one; both must be the same. */
export type Reject = (thing: { id: number; exists: boolean }) => Failure;

const missingThing: Reject = () => notFound("Thing");

function getThing(userId: number, { id, ifMatch }: { id: number } & IfMatch, reject = missingThing) {
  const owner = owners.get(id);
  if (owner !== userId) throw reject({ id, exists: owner !== undefined });
  const thing = { id, name: "red", version: 3 };
  requireMatch({ ifMatch }, thing);
  return thing;
}

/** Creates an endpoint that changes a thing of the caller. */
export const thingEndpoint = (spec: ThingSpec = THING_SPEC, reject?: Reject): EndpointHandler =>
  writeEndpoint(
    { ...spec, result: StoredThing },
    async ({ caller: { userId }, path }) => getThing(userId, path, reject),
    (thing) => ({ thing }),
  );

/** Creates an endpoint that returns a thing of the caller. */
export const thingReader = (spec: ThingSpec): EndpointHandler =>
  endpoint(spec, async ({ caller: { userId }, path }) => ({ thing: getThing(userId, path) }));

/** A page that shows a thing. */
export const THING_PAGE: EndpointHandler = pageEndpoint(
  {
    id: "things.show",
    summary: "Show a thing",
    route: "GET /auth/things",
    input: {},
    failures: [],
    permissions: [],
  },
  () => Promise.reject(new Failure("invalid_request", "Which thing?")),
);

/** An OAuth endpoint that returns a thing. */
export const THING_TOKEN = oauthEndpoint(
  {
    id: "things.token",
    summary: "Get a thing",
    route: "POST /things/token",
    input: { body: z.object({ name: z.string(), client_secret: z.string().optional() }) },
    response: z.object({ name: z.string() }),
    failures: ["invalid_client"],
    permissions: [],
  },
  async ({ parameters: { name, client_secret: secret } }) => {
    if (secret !== undefined) throw new Failure("invalid_client");
    return { name };
  },
);

/** The headers of a gateway's own responses, and whether it removes the body of HEAD. */
export interface Gateway {
  unauthorized: Record<string, string>;
  invalidToken: Record<string, string>;
  preflight: Record<string, string>;
  notAllowed: Record<string, string>;
  cutsBodyOfHead: boolean;
}
export const GATEWAY: Gateway = {
  unauthorized: { "www-authenticate": 'Bearer resource_metadata="https://api.example.com"' },
  invalidToken: {
    "www-authenticate": 'Bearer error="invalid_token", resource_metadata="https://api.example.com"',
  },
  preflight: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET,HEAD,PATCH,POST,OPTIONS",
  },
  notAllowed: { allow: "GET, HEAD, PATCH, POST" },
  cutsBodyOfHead: true,
};

/** Creates an endpoint behind a gateway, without a network. */
export function subjectOf(handler: EndpointHandler, gateway: Gateway = GATEWAY): Subject {
  const { spec } = handler;
  return {
    spec,
    send: sendTo(handler, gateway),
    invoke: (parts) => invoke(handler, parts),
    owner: { caller: caller(1), key: "owner" },
    stranger: { caller: caller(2), key: "stranger" },
    admin: { key: "admin" },
    example: {
      path: async ({ userId }) => {
        const id = owners.size + 1;
        owners.set(id, userId);
        return { id: String(id) };
      },
      body: async () => ({ name: "red" }),
    },
  };
}

const sendTo =
  (handler: EndpointHandler, gateway: Gateway): Send =>
  async (request) => {
    const [address = "", query = ""] = request.path.split("?");
    const route = routesOf(handler.spec)
      .map(splitRoute)
      .find(({ path }) => matched(path, address));
    if (!route) return problem(notFound("This address"), {});
    const isPage = handler.spec.protocol === "page";
    if (request.method === "OPTIONS" && !isPage)
      return { status: 204, headers: gateway.preflight, text: "", json: {} };
    const isHead = request.method === "HEAD" && route.method === "GET";
    if (!isHead && request.method !== route.method)
      return problem(new Failure("method_not_allowed"), gateway.notAllowed);
    const sender = CALLERS[request.key ?? ""];
    const isPublic = handler.spec.scopes === "public";
    if (request.key === undefined && !isPublic)
      return problem(new Failure("unauthorized"), gateway.unauthorized);
    if (!sender && !isPublic) return problem(new Failure("invalid_token"), gateway.invalidToken);
    const { status, headers, text, json } = await invoke(handler, {
      ...(sender && { caller: sender }),
      path: matched(route.path, address) ?? {},
      query: Object.fromEntries(new URLSearchParams(query)),
      body: request.body,
      ...(request.headers && { headers: request.headers }),
    });
    return { status, headers: lowerCased(headers), text: isHead && gateway.cutsBodyOfHead ? "" : text, json };
  };

function matched(template: string, path: string): Record<string, string> | undefined {
  const pattern = template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found ? { ...found.groups } : undefined;
}

function problem(failure: Failure, headers: Record<string, string>): ApiResponse {
  const body = problemOf(failure, { requestId: REQUEST_ID });
  return {
    status: body.status,
    headers: { ...headers, "content-type": "application/problem+json", "x-request-id": REQUEST_ID },
    text: JSON.stringify(body),
    json: { ...body },
  };
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
