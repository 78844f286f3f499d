import { now } from "#lib/platform/clock.ts";

/** Seconds before the second attempt, the third, and so on: 27.6 hours in all. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;
/** Each delay varies by a fifth, so that what failed together does not come back together. */
export const JITTER = 0.2;
/** Answers that may say how long to stay away. */
const BUSY = new Set([429, 503]);

/** How an attempt ended, as far as it says when the next is made. */
interface AttemptResponse {
  status: number | null;
  retryAfterSeconds?: number | undefined;
}

/**
 * When the next attempt is made after so many, as an ISO instant of whole seconds from now; undefined when there is none. A
 * subscriber that is busy may ask for later, not for earlier.
 */
export function nextAttemptAt(
  attemptsMade: number,
  { status, retryAfterSeconds = 0 }: AttemptResponse,
  random = Math.random(),
): string | undefined {
  const delay = RETRY_SECONDS[attemptsMade - 1];
  if (delay === undefined) return undefined;
  const scheduled = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  const seconds = status !== null && BUSY.has(status) ? Math.max(scheduled, retryAfterSeconds) : scheduled;
  return new Date(now() + seconds * 1000).toISOString();
}

/** The longest wait that is honored, in seconds. */
const LONGEST_RETRY_AFTER = 86_400;
/** The three forms of a date in HTTP (RFC 9110 §5.6.7): today's, RFC 850's, asctime's. */
const DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** Whole seconds that a header `Retry-After` asks to wait, at most a day; undefined when it is malformed or in the past. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : secondsUntil(header);
  return seconds >= 0 ? Math.min(seconds, LONGEST_RETRY_AFTER) : undefined;
}

/** No number for what is no date. */
function secondsUntil(date: string): number {
  if (!DATE.test(date)) return Number.NaN;
  const at = Date.parse(date.endsWith("GMT") ? date : `${date} GMT`);
  return at / 1000 - Math.floor(now() / 1000);
}
