import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import type { RequestParts } from "./gateway-event.ts";
import { invoke } from "./invoke.ts";
import { endpointSpec } from "./specs.ts";

/** A user with an API key. */
export const CALLER: Caller = { userId: 7, role: "USER", scopes: "all", credentialId: "key-7" };

/** An endpoint that returns its input, and a field that its response does not declare. */
export const echo = endpoint(
  {
    ...endpointSpec({ id: "things.update", route: "PATCH /things/{id}" }),
    path: z.object({ id: z.coerce.number().int() }),
    query: z.object({ sort: z.string().max(5).optional() }),
    body: z.strictObject({ name: z.string(), nested: z.strictObject({ "a/b": z.int() }).optional() }),
    response: z.object({ id: z.int(), name: z.string(), userId: z.int(), host: z.string() }),
  },
  async ({ path, body, caller, apiHost }) => ({
    id: path.id,
    name: body.name,
    userId: caller.userId,
    host: apiHost,
    secret: "not declared",
  }),
);

/** Calls {@link echo} with a valid request; `parts` replace parts of it. */
export const callEcho = (parts: RequestParts = {}) =>
  invoke(echo, { caller: CALLER, path: { id: "3" }, body: { name: "red" }, ...parts });
