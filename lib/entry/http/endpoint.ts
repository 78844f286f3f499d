import * as z from "zod";
import type { Permission } from "#lib/platform/permissions.ts";
import { runOnce } from "./idempotency.ts";
import { parseInput, type RawInput } from "./input.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { entityTag, type IfMatch, isCurrentCopy, parseIfMatch } from "./precondition.ts";
import { renderResponse } from "./render-response.ts";
import { requireSendable } from "./require-sendable.ts";
import type { CallContext, EndpointCall, EndpointSpec, Input, InputShape } from "./spec.ts";

type Handler<R extends z.ZodType> = ReturnType<typeof pipeline> & {
  spec: EndpointSpec<InputShape, R>;
  /** Runs the use case without HTTP, and returns the response's fields. For the command line. */
  execute: (context: CallContext, input: RawInput) => Promise<unknown>;
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
 *     input: { path: z.object({ id: WholeNumber }) },
 *     response: z.object({ team: Team }),
 *     failures: ["not_found"],
 *     permissions: ["table:GetItem"],
 *   },
 *   async ({ caller, path }) => ({ team: await getTeam(caller, path.id) }),
 * );
 */
export function endpoint<I extends InputShape, R extends z.ZodType>(
  spec: EndpointSpec<I, R>,
  run: (call: EndpointCall<I>) => Promise<z.input<R>>,
): Handler<R>;
export function endpoint<I extends InputShape, R extends z.ZodType, T>(
  spec: EndpointSpec<I, R>,
  run: (call: EndpointCall<I>) => Promise<T>,
  reply: (result: T, call: EndpointCall<I>) => z.input<R>,
): Handler<R>;
export function endpoint<I extends InputShape, R extends z.ZodType, T>(
  spec: EndpointSpec<I, R>,
  run: (call: EndpointCall<I>) => Promise<T>,
  reply: (result: T, call: EndpointCall<I>) => unknown = (result) => result,
): Handler<R> {
  const render = (result: T, call: EndpointCall<I>): { body: string; tag: string } => {
    const { body, representation } = renderResponse(spec, reply(result, call));
    return { body, tag: entityTag(result, representation) };
  };
  const read: HandleCall<Input<I>> = async (call, event) => {
    const { body, tag } = render(await run(call), call);
    const headers = { ETag: tag };
    requireSendable(body);
    return isCurrentCopy(event, tag) ? { statusCode: 304, body: "", headers } : { body, headers };
  };
  const write: HandleCall<Input<I>> = async (call, event) => {
    const conditional = withIfMatch(call, parseIfMatch(event));
    const { result, isReplay } = await runOnce({ spec, caller: call.caller, event }, () => run(conditional));
    const { body, tag } = render(result, call);
    return { body, headers: { ETag: tag, ...(isReplay && { "Idempotency-Replayed": "true" }) } };
  };
  const schema = z.object(spec.input);
  const execute = async (context: CallContext, input: RawInput): Promise<unknown> => {
    const call = { ...parseInput<Input<I>>(schema, input), ...context };
    return reply(await run(call), call);
  };
  if (spec.route.startsWith("GET "))
    return Object.assign(pipeline({ spec, schema }, read), { spec, execute });
  const permissions = [...new Set([...spec.permissions, ...idempotencyPermissions(spec)])];
  const writeSpec = { ...spec, permissions };
  return Object.assign(pipeline({ spec: writeSpec, schema }, write), { spec: writeSpec, execute });
}

/** Adds the versions in the If-Match header to the path, because they are a part of which resource a call may change. */
const withIfMatch = <C extends CallContext & { path?: object }>(call: C, ifMatch: IfMatch): C => ({
  ...call,
  path: { ...call.path, ...ifMatch },
});

/** The permissions that recording a result for its Idempotency-Key needs. */
const idempotencyPermissions = ({ scopes, secret }: EndpointSpec): readonly Permission[] =>
  scopes === "public"
    ? []
    : [
        "table:PutItem",
        "table:GetItem",
        ...(secret === undefined ? [] : (["secrets:Encrypt", "secrets:Decrypt"] as const)),
      ];
