/** Whether answers can be streamed: only the Lambda runtime can. Elsewhere a handler can be imported and its spec read. */
export function runtimeStreams(): boolean {
  const { awslambda } = globalThis as { awslambda?: { streamifyResponse?: unknown } };
  return typeof awslambda?.streamifyResponse === "function";
}
