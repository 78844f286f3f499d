import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type * as z from "zod";
import { listStream, type StreamedList } from "./list-stream.ts";
import { pipeline } from "./pipeline.ts";
import type { Call, EndpointSpec, Schema } from "./spec.ts";

/**
 * Makes the Lambda handler of a list: like `endpoint`, but its answer is streamed page by page, so memory stays flat
 * whatever the length. `spec.response` is an object with one array, which `run` returns as pages.
 */
export function listEndpoint<P extends Schema, Q extends Schema, R extends z.ZodType>(
  spec: EndpointSpec<P, Q, undefined, undefined, R>,
  run: (call: Call<P, Q, undefined, undefined>) => Promise<StreamedList>,
) {
  const answer = async (call: unknown) => {
    const list = await run(call as Call<P, Q, undefined, undefined>);
    return { body: await listStream(spec.response, list), headers: list.headers };
  };
  const handler = pipeline(spec, answer, runtimeStreams() ? executionModeStreamifyResponse : undefined);
  return Object.assign(handler, { spec: { ...spec, streams: true } });
}

/** Only the Lambda runtime can stream; elsewhere the handler can be imported and its spec read. */
function runtimeStreams(): boolean {
  const { awslambda } = globalThis as { awslambda?: { streamifyResponse?: unknown } };
  return typeof awslambda?.streamifyResponse === "function";
}
