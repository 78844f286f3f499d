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
};

/**
 * Makes the Lambda handler of one endpoint from its spec; importing it does nothing.
 * `run` is called with parsed input and an admitted caller; of what it returns, only what `spec.response` declares is sent. An endpoint that
 * writes returns what its use case committed, and `reply` makes the body of it and of the call: for a call that is repeated with its
 * Idempotency-Key, of what was kept. Every answer has an entity tag.
 *
 * @example
 * export const handler = endpoint(
 *   { id: "bookings.get", route: "GET /bookings/{id}", scopes: ["READ_BOOKING"], path: z.object({ id: BookingId }), … },
 *   async ({ caller, path }) => ({ booking: await getBooking(caller, path.id) }),
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
export function endpoint<R extends z.ZodType>(
  spec: EndpointSpec<Schema, Schema, Schema, Schema, R>,
  run: (call: never) => Promise<unknown>,
  reply: (result: never, call: never) => unknown = (result) => result,
): Handler<R> {
  const isRead = spec.route.startsWith("GET ");
  const render = (result: unknown, call: unknown): { body: string; tag: string } => {
    const { body, representation } = renderResponse(spec, reply(result as never, call as never));
    return { body, tag: entityTag(result, representation) };
  };
  const read: HandleCall = async (call, event) => {
    const { body, tag } = render(await run(call as never), call);
    const headers = { ETag: tag };
    requireSendable(body);
    return isCurrentCopy(event, tag) ? { statusCode: 304, body: "", headers } : { body, headers };
  };
  const write: HandleCall = async (call, event) => {
    const addressed = { ...call, path: { ...(call.path as object), ...parseIfMatch(event) } };
    const asked = { spec, caller: call.caller, event };
    const { result, isReplay } = await runOnce(asked, () => run(addressed as never));
    const { body, tag } = render(result, call);
    return { body, headers: { ETag: tag, ...(isReplay && { "Idempotency-Replayed": "true" }) } };
  };
  const granted = isRead
    ? spec
    : { ...spec, permissions: [...new Set([...spec.permissions, ...idempotencyPermissions(spec)])] };
  return Object.assign(pipeline(granted, isRead ? read : write), { spec: granted });
}

/** What it takes to keep a result for its Idempotency-Key. */
const idempotencyPermissions = ({ scopes, secret }: EndpointSpec): readonly Permission[] =>
  scopes === "public"
    ? []
    : [
        "table:PutItem",
        "table:GetItem",
        ...(secret === undefined ? [] : (["secrets:Encrypt", "secrets:Decrypt"] as const)),
      ];
