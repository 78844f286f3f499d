import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "./gateway-responses.ts";

/** Maximum size of a request line and the header values. */
const MAX_HEAD_BYTES = 10_240;

/** Maximum size of a body. */
const MAX_BODY_BYTES = 10_485_760;
/** A larger body is read to its end up to this size, so that the client reads the error response. */
const MAX_DRAINED_BYTES = 10 * MAX_BODY_BYTES;

/** Characters that must be encoded in a query. */
const UNENCODED_QUERY = /\?.*[\s"<>\\^`{|}]/s;

/** A host of API Gateway itself, on which the first segment of a path is the stage. */
const STAGE_HOST = /\.execute-api\.[\w-]+\.amazonaws\.com(\.cn)?(:\d+)?$/i;

const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/**
 * Returns the response to a request that API Gateway rejects before it evaluates the API, so that no gateway response
 * applies; undefined for any other request. AWS documents the rules, but not the responses.
 */
export function findRejection(incoming: IncomingMessage, stage: string): HttpResponse | undefined {
  const target = incoming.url ?? "/";
  if (UNENCODED_QUERY.test(target) || BROKEN_ESCAPE.test(target)) return rejection(400, "Bad Request");
  if (headBytes(incoming) > MAX_HEAD_BYTES)
    return rejection(431, `HTTP header is larger than ${MAX_HEAD_BYTES} bytes.`);
  return isOutsideStage(incoming, stage) ? FORBIDDEN : undefined;
}

const rejection = (status: number, body: string): HttpResponse => ({
  status,
  headers: [["Content-Type", "text/plain"]],
  body,
});

/** The response to a path outside the stages of an API. */
const FORBIDDEN: HttpResponse = {
  status: 403,
  headers: [
    ["Content-Type", "application/json"],
    ["x-amzn-ErrorType", "ForbiddenException"],
  ],
  body: '{"message":"Forbidden"}',
};

function isOutsideStage({ url = "/", headers: { host = "" } }: IncomingMessage, stage: string): boolean {
  const [, first] = url.split(/[/?]/);
  return STAGE_HOST.test(host) && first !== stage;
}

function headBytes({ method, url, httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return [`${method} ${url} HTTP/${httpVersion}`, ...values].join("").length;
}

/** Reads the body of a request; undefined if it is empty. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | "too large"> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return undefined;
  if (Number(length ?? 0) > MAX_DRAINED_BYTES) return "too large";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    if (size > MAX_DRAINED_BYTES) return "too large";
  }
  if (size > MAX_BODY_BYTES) return "too large";
  return size === 0 ? undefined : Buffer.concat(chunks, size);
}
