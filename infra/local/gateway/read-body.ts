import type { IncomingMessage } from "node:http";

/** Largest request the gateway takes: 10 MB. */
const LARGEST_BODY = 10_485_760;
/** A larger body is read to its end up to here, so that the client gets to read why it was refused. */
const LARGEST_DRAINED = 10 * LARGEST_BODY;

/** The body of a request: undefined when there is none. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return undefined;
  if (Number(length ?? 0) > LARGEST_DRAINED) return "too large";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    if (size > LARGEST_DRAINED) return "too large";
  }
  if (size > LARGEST_BODY) return "too large";
  return size === 0 ? undefined : Buffer.concat(chunks, size);
}
