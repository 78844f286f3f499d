/** Whether responses can be streamed, which only the Lambda runtime supports. Elsewhere a handler can still be imported to read its spec. */
export function runtimeStreams(): boolean {
  const { awslambda } = globalThis as { awslambda?: { streamifyResponse?: unknown } };
  return typeof awslambda?.streamifyResponse === "function";
}
