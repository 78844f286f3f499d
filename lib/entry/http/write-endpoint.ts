import * as z from "zod";
import type { Permission } from "#lib/platform/permissions.ts";
import type { Handler } from "./endpoint.ts";
import { runOnce } from "./idempotency.ts";
import { parseInput, type RawInput } from "./input.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { entityTag, type IfMatch, parseIfMatch } from "./precondition.ts";
import { renderResponse } from "./render-response.ts";
import type { CallContext, EndpointCall, Input, InputShape, WriteSpec } from "./spec.ts";

/**
 * Creates the Lambda handler of an endpoint that writes, as `endpoint` does of one that reads. `run` returns the result that its use case
 * committed, and `reply` renders the response from it. For a replay with the same Idempotency-Key, `reply` gets the recorded result, which
 * `spec.result` parses.
 *
 * @example
 * export const handler = writeEndpoint(
 *   {
 *     id: "teams.update",
 *     summary: "Update a team",
 *     route: "PATCH /teams/{id}",
 *     scopes: ["WRITE_TEAM"],
 *     input: { path: z.object({ id: WholeNumber }), body: TeamUpdate },
 *     result: StoredTeam,
 *     response: z.object({ team: Team }),
 *     failures: ["not_found"],
 *     permissions: ["table:GetItem", "table:PutItem"],
 *   },
 *   ({ caller, path, body }) => updateTeam(caller, path, body),
 *   (team) => ({ team }),
 * );
 */
export function writeEndpoint<I extends InputShape, R extends z.ZodType, T>(
  spec: WriteSpec<I, R, T>,
  run: (call: EndpointCall<I>) => Promise<NoInfer<T>>,
  reply: (result: NoInfer<T>, call: EndpointCall<I>) => z.input<R>,
): Handler<R> {
  const handle: HandleCall<Input<I>> = async (call, event) => {
    const conditional = withIfMatch(call, parseIfMatch(event));
    const { result, isReplay } = await runOnce({ spec, caller: call.caller, event }, () => run(conditional));
    const { body, representation } = renderResponse(spec, reply(result, call));
    const tag = entityTag(result, representation);
    return { body, headers: { ETag: tag, ...(isReplay && { "Idempotency-Replayed": "true" }) } };
  };
  const schema = z.object<I>(spec.input);
  const execute = async (context: CallContext, input: RawInput): Promise<unknown> => {
    const call = { ...parseInput<Input<I>>(schema, input), ...context };
    return reply(await run(call), call);
  };
  const permissions = [...new Set([...spec.permissions, ...idempotencyPermissions(spec)])];
  const fullSpec = { ...spec, permissions };
  return Object.assign(pipeline({ spec: fullSpec, schema }, handle), { spec: fullSpec, execute });
}

/** Adds the versions in the If-Match header to the path, because they are a part of which resource a call may change. */
const withIfMatch = <C extends CallContext & { path?: object }>(call: C, ifMatch: IfMatch): C => ({
  ...call,
  path: { ...call.path, ...ifMatch },
});

/** The permissions that recording a result for its Idempotency-Key needs. */
const idempotencyPermissions = ({
  scopes,
  secret,
}: Pick<WriteSpec, "scopes" | "secret">): readonly Permission[] =>
  scopes === "public"
    ? []
    : [
        "table:PutItem",
        "table:GetItem",
        ...(secret === undefined ? [] : (["secrets:Encrypt", "secrets:Decrypt"] as const)),
      ];
