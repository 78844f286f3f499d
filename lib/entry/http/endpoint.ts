import * as z from "zod";
import { parseInput, type RawInput } from "./input.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import { entityTag, isCurrentCopy } from "./precondition.ts";
import { renderResponse } from "./render-response.ts";
import { requireSendable } from "./require-sendable.ts";
import type { CallContext, EndpointCall, EndpointSpec, Input, InputShape } from "./spec.ts";

/** The Lambda handler of an endpoint, with its spec. */
export type Handler<R extends z.ZodType> = ReturnType<typeof pipeline> & {
  spec: EndpointSpec<InputShape, R>;
  /** Runs the use case without HTTP, and returns the response's fields. For the command line. */
  execute: (context: CallContext, input: RawInput) => Promise<unknown>;
};

/**
 * Creates the Lambda handler of an endpoint that reads from its spec; `writeEndpoint` creates that of one that writes. `run` is called with the
 * authorized caller and the parsed input; only the fields that `spec.response` declares are returned to the client. Every response has an
 * entity tag.
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
): Handler<R> {
  const handle: HandleCall<Input<I>> = async (call, event) => {
    const result = await run(call);
    const { body, representation } = renderResponse(spec, result);
    const tag = entityTag(result, representation);
    const headers = { ETag: tag };
    requireSendable(body);
    return isCurrentCopy(event, tag) ? { statusCode: 304, body: "", headers } : { body, headers };
  };
  const schema = z.object<I>(spec.input);
  const execute = (context: CallContext, input: RawInput): Promise<unknown> =>
    run({ ...parseInput<Input<I>>(schema, input), ...context });
  return Object.assign(pipeline({ spec, schema }, handle), { spec, execute });
}
