import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import * as z from "zod";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { addressOf } from "./links.ts";
import { listStream } from "./list-stream.ts";
import { listOwner, selectWindow } from "./list-window.ts";
import { PageQuery } from "./page.ts";
import { type HandleCall, pipeline } from "./pipeline.ts";
import type { EndpointCall, EndpointSpec, Output, Schema } from "./spec.ts";
import { runtimeStreams } from "./streaming.ts";

/**
 * Creates the Lambda handler of a list. `run` returns the source of the list. Every list has the query parameters `take`, `page` and
 * `cursor` in addition to the filters of `spec.query`. The response is streamed page by page, so that a long list needs no more memory.
 * `spec.response` is an object with one array.
 *
 * @example
 * export const handler = listEndpoint(
 *   {
 *     id: "webhooks.list",
 *     summary: "List webhooks",
 *     route: "GET /webhooks",
 *     scopes: ["READ_WEBHOOK"],
 *     response: z.object({ webhooks: z.array(Webhook) }),
 *     failures: [],
 *     permissions: ["table:Query"],
 *   },
 *   async ({ caller }) => listWebhooks(caller),
 * );
 */
export function listEndpoint<P extends Schema, Q extends z.ZodObject | undefined, R extends z.ZodType>(
  spec: EndpointSpec<P, Q, undefined, undefined, R>,
  run: (call: EndpointCall<P, Q, undefined, undefined>) => Promise<ListSource<unknown>>,
) {
  const filters = spec.query?.shape ?? {};
  const listQuery = z.object({ ...filters, ...PageQuery.shape });
  const listSpec: EndpointSpec<P, typeof listQuery, undefined, undefined, R> = {
    ...spec,
    query: listQuery,
    failures: [...spec.failures, "list_too_large"],
    permissions: [...spec.permissions, "cursors:GenerateMac"],
    streams: true,
  };
  const handle: HandleCall<P, typeof listQuery, undefined, undefined> = async (call, event) => {
    const address = addressOf(event, Object.keys(filters));
    // The filters are parsed by the schemas of `spec.query`.
    const source = await run({ ...call, query: call.query as Output<Q> });
    const list = await selectWindow({ source, query: call.query, address, owner: listOwner(spec.id, call) });
    return { body: await listStream(spec.response, list), headers: list.headers };
  };
  const handler = pipeline(listSpec, handle, runtimeStreams() ? executionModeStreamifyResponse : undefined);
  /** Returns the list for parsed input, without HTTP. For the command line. */
  const list = (call: object) => run(call as EndpointCall<P, Q, undefined, undefined>);
  return Object.assign(handler, { spec: listSpec, list });
}
