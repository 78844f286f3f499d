import { now } from "#lib/platform/clock.ts";

/** Seconds before the second attempt, the third, and so on: 27.6 hours in total. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;
/** Each delay varies by a fifth, so that deliveries that failed together are not retried together. */
export const JITTER = 0.2;
/** HTTP statuses whose `Retry-After` is used. */
const BUSY = new Set([429, 503]);

/** The parts of a response that decide when the next attempt is made. */
interface AttemptResponse {
  status: number | null;
  retryAfterSeconds?: number | undefined;
}

/**
 * The time of the next attempt (ISO 8601, whole seconds from now); undefined after the last one. A busy subscriber can delay it with
 * `Retry-After`, but not advance it.
 *
 * @example
 * nextAttemptAt(1, { status: 500 }); // 4 to 6 seconds from now
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

/** Maximum delay by `Retry-After`, in seconds. */
const LONGEST_RETRY_AFTER = 86_400;
/** The three forms of a date in HTTP (RFC 9110 §5.6.7): IMF-fixdate, RFC 850, asctime. */
const DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** Seconds from a header `Retry-After`, at most a day; undefined if it is malformed or in the past. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : secondsUntil(header);
  return seconds >= 0 ? Math.min(seconds, LONGEST_RETRY_AFTER) : undefined;
}

/** NaN if the text is not a date. */
function secondsUntil(date: string): number {
  if (!DATE.test(date)) return Number.NaN;
  const at = Date.parse(date.endsWith("GMT") ? date : `${date} GMT`);
  return at / 1000 - Math.floor(now() / 1000);
}
