import { isObject } from "#lib/platform/is-object.ts";

/** Whether responses can be streamed, which only the Lambda runtime supports. Elsewhere a handler can still be imported to read its spec. */
export function runtimeStreams(): boolean {
  const runtime: unknown = "awslambda" in globalThis ? globalThis.awslambda : undefined;
  return isObject(runtime) && typeof runtime["streamifyResponse"] === "function";
}
