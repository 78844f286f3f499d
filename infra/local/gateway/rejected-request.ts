import type { IncomingMessage } from "node:http";
import type { Answer } from "./gateway-responses.ts";

/** Largest request line and header values, in bytes. */
const LARGEST_HEAD = 10_240;

/** Characters that a query must have encoded. */
const NOT_IN_A_QUERY = /\?.*[\s"<>\\^`{|}]/s;

const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/**
 * The answer to a request that API Gateway rejects before it looks at the API, so that no gateway response applies;
 * undefined for any other request. AWS documents the rules, and not the answers.
 */
export function rejectionOf(incoming: IncomingMessage): Answer | undefined {
  const target = incoming.url ?? "/";
  if (NOT_IN_A_QUERY.test(target) || BROKEN_ESCAPE.test(target)) return rejection(400, "Bad Request");
  if (headBytes(incoming) > LARGEST_HEAD)
    return rejection(431, `HTTP header is larger than ${LARGEST_HEAD} bytes.`);
  return undefined;
}

const rejection = (status: number, body: string): Answer => ({
  status,
  headers: [["Content-Type", "text/plain"]],
  body,
});

function headBytes({ method, url, httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, index) => index % 2 === 1);
  return [`${method} ${url} HTTP/${httpVersion}`, ...values].join("").length;
}
