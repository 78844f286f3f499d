import type { IncomingMessage } from "node:http";
import { retryAfterSeconds } from "./retry-after.ts";

/** What a subscriber answered. */
export interface PostAnswer {
  status: number;
  /** What a header `Retry-After` asks for, at most a day. */
  retryAfterSeconds: number | undefined;
  /** The first 1,024 bytes of a response that is not 2xx, whole characters. */
  excerpt: string | null;
}

const EXCERPT_BYTES = 1_024;
/** Characters that break a line or reorder, hide or steer what is shown beside them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Sums an answer up, given the beginning of its body. */
export function postAnswer({ statusCode = 0, headers }: IncomingMessage, beginning: Buffer): PostAnswer {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  return {
    status: statusCode,
    retryAfterSeconds: retryAfterSeconds(headers["retry-after"]),
    excerpt: isSuccess ? null : excerptOf(beginning),
  };
}

function excerptOf(bytes: Buffer): string {
  const text = beginningOf(bytes).replace(CONTROLS, " ");
  // What is no UTF-8 has become longer.
  return beginningOf(Buffer.from(text));
}

/** As a stream, because the last character may be cut. */
const beginningOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: true });
