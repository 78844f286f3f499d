import type * as z from "zod";
import type { Permission } from "#lib/platform/permissions.ts";
import { runOnce } from "./idempotency.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { entityTag, isCurrentCopy, parseIfMatch } from "./precondition.ts";
import { renderResponse } from "./render-response.ts";
import { requireSendable } from "./require-sendable.ts";
import type { EndpointCall, EndpointSpec, Schema } from "./spec.ts";

type Handler<R extends z.ZodType> = ReturnType<typeof pipeline> & {
  spec: EndpointSpec<Schema, Schema, Schema, Schema, R>;
  /** Runs the use case with parsed input, without HTTP, and returns the response's fields. For the command line. */
  execute(call: object): Promise<unknown>;
};

/**
 * Creates the Lambda handler of an endpoint from its spec. `run` is called with the authorized caller and the parsed input; only the fields
 * that `spec.response` declares are returned to the client. In an endpoint that writes, `run` returns the result that its use case
 * committed, and `reply` renders the response from it. For a replay with the same Idempotency-Key, `reply` gets the recorded result.
 * Every response has an entity tag.
 *
 * @example
 * export const handler = endpoint(
 *   {
 *     id: "teams.get",
 *     summary: "Get a team",
 *     route: "GET /teams/{id}",
 *     scopes: ["READ_PROFILE"],
 *     path: z.object({ id: WholeNumber }),
 *     response: z.object({ team: Team }),
 *     failures: ["not_found"],
 *     permissions: ["table:GetItem"],
 *   },
 *   async ({ caller, path }) => ({ team: await getTeam(caller, path.id) }),
 * );
 */
export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  O extends Schema,
  R extends z.ZodType,
>(
  spec: EndpointSpec<P, Q, B, O, R>,
  run: (call: EndpointCall<P, Q, B, O>) => Promise<z.input<R>>,
): Handler<R>;
export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  O extends Schema,
  R extends z.ZodType,
  T,
>(
  spec: EndpointSpec<P, Q, B, O, R>,
  run: (call: EndpointCall<P, Q, B, O>) => Promise<T>,
  reply: (result: T, call: EndpointCall<P, Q, B, O>) => z.input<R>,
): Handler<R>;
export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  O extends Schema,
  R extends z.ZodType,
  T,
>(
  spec: EndpointSpec<P, Q, B, O, R>,
  run: (call: EndpointCall<P, Q, B, O>) => Promise<T>,
  reply: (result: T, call: EndpointCall<P, Q, B, O>) => unknown = (result) => result,
): Handler<R> {
  const render = (result: T, call: EndpointCall<P, Q, B, O>): { body: string; tag: string } => {
    const { body, representation } = renderResponse(spec, reply(result, call));
    return { body, tag: entityTag(result, representation) };
  };
  const read: HandleCall<P, Q, B, O> = async (call, event) => {
    const { body, tag } = render(await run(call), call);
    const headers = { ETag: tag };
    requireSendable(body);
    return isCurrentCopy(event, tag) ? { statusCode: 304, body: "", headers } : { body, headers };
  };
  const write: HandleCall<P, Q, B, O> = async (call, event) => {
    const input = { ...call, path: { ...call.path, ...parseIfMatch(event) } };
    const { result, isReplay } = await runOnce({ spec, caller: call.caller, event }, () => run(input));
    const { body, tag } = render(result, call);
    return { body, headers: { ETag: tag, ...(isReplay && { "Idempotency-Replayed": "true" }) } };
  };
  const execute = async (call: EndpointCall<P, Q, B, O>): Promise<unknown> => reply(await run(call), call);
  if (spec.route.startsWith("GET ")) return Object.assign(pipeline(spec, read), { spec, execute });
  const permissions = [...new Set([...spec.permissions, ...idempotencyPermissions(spec)])];
  const writeSpec = { ...spec, permissions };
  return Object.assign(pipeline(writeSpec, write), { spec: writeSpec, execute });
}

/** The permissions that recording a result for its Idempotency-Key needs. */
const idempotencyPermissions = ({ scopes, secret }: EndpointSpec): readonly Permission[] =>
  scopes === "public"
    ? []
    : [
        "table:PutItem",
        "table:GetItem",
        ...(secret === undefined ? [] : (["secrets:Encrypt", "secrets:Decrypt"] as const)),
      ];
