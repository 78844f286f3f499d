import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import * as z from "zod";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { parseInput, type RawInput } from "./input.ts";
import { addressOf } from "./links.ts";
import { listStream } from "./list-stream.ts";
import { listOwner, selectWindow } from "./list-window.ts";
import { PageQuery } from "./page.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import type { CallContext, EndpointCall, EndpointSpec, Input, InputShape } from "./spec.ts";
import { runtimeStreams } from "./streaming.ts";

/**
 * Creates the Lambda handler of a list. `run` returns the source of the list. Every list has the query parameters `take`, `page` and
 * `cursor` in addition to the filters of `spec.input.query`. The response is streamed page by page, so that a long list needs no more memory.
 * `spec.response` is an object with one array.
 *
 * @example
 * export const handler = listEndpoint(
 *   {
 *     id: "webhooks.list",
 *     summary: "List webhooks",
 *     route: "GET /webhooks",
 *     scopes: ["READ_WEBHOOK"],
 *     input: {},
 *     response: z.object({ webhooks: z.array(Webhook) }),
 *     failures: [],
 *     permissions: ["table:Query"],
 *   },
 *   async ({ caller }) => listWebhooks(caller),
 * );
 */
export function listEndpoint<I extends ListInput, R extends z.ZodType>(
  spec: EndpointSpec<I, R>,
  run: (call: EndpointCall<I>) => Promise<ListSource<unknown>>,
) {
  const filters = z.object<I>(spec.input);
  const listSpec = {
    ...spec,
    input: { ...spec.input, page: PageQuery },
    failures: [...spec.failures, "list_too_large"],
    permissions: [...spec.permissions, "cursors:GenerateMac"],
    streams: true,
  } satisfies EndpointSpec;
  const handle: HandleCall<Input<I> & { page: PageQuery }> = async (call, event) => {
    const address = addressOf(event, Object.keys(spec.input.query?.shape ?? {}));
    const source = await run(call);
    const list = await selectWindow({ source, query: call.page, address, owner: listOwner(spec.id, call) });
    return { body: await listStream(spec.response, list), headers: list.headers };
  };
  const schema = filters.and(z.object({ page: PageQuery }));
  const executionMode = runtimeStreams() ? executionModeStreamifyResponse : undefined;
  /** Returns the list without HTTP. For the command line. */
  const list = (context: CallContext, input: RawInput) =>
    run({ ...parseInput<Input<I>>(filters, input), ...context });
  return Object.assign(pipeline({ spec: listSpec, schema, executionMode }, handle), { spec: listSpec, list });
}

/** The schemas of a list's path and filters. */
type ListInput = Pick<InputShape, "path"> & { query?: z.ZodObject };
