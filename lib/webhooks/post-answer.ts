import type { IncomingMessage } from "node:http";
import { retryAfterSeconds } from "./retry-after.ts";

/** What a subscriber answered. */
export interface PostAnswer {
  status: number;
  /** What a header `Retry-After` asks for, at most a day. */
  retryAfterSeconds: number | undefined;
  /** The first 1,024 characters of an answer that is not 2xx. */
  excerpt: string | null;
}

const EXCERPT_CHARACTERS = 1_024;
/** Bytes that hold an excerpt, whatever its characters. */
const EXCERPT_BYTES = 4 * EXCERPT_CHARACTERS;
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
  // A stream, because the last character may be cut.
  const text = new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: true });
  return [...text].slice(0, EXCERPT_CHARACTERS).join("").replace(CONTROLS, " ");
}
