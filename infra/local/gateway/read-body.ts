import type { IncomingMessage } from "node:http";

/** Largest request the gateway takes: 10 MB. */
const LARGEST_BODY = 10_485_760;

/** The body of a request: undefined when there is none, `too large` as soon as that is known. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return undefined;
  if (Number(length ?? 0) > LARGEST_BODY) return "too large";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST_BODY) return "too large";
  }
  return size === 0 ? undefined : Buffer.concat(chunks, size);
}
