import { now } from "#lib/platform/clock.ts";

/** The longest wait that is honored, in seconds. */
const LONGEST = 86_400;
/** The three forms of a date in HTTP (RFC 9110 §5.6.7): today's, RFC 850's, asctime's. */
const DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** Whole seconds that a header `Retry-After` asks to wait, at most a day; undefined when it is malformed or in the past. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : secondsUntil(header);
  return seconds >= 0 ? Math.min(seconds, LONGEST) : undefined;
}

/** No number for what is no date. */
function secondsUntil(date: string): number {
  if (!DATE.test(date)) return Number.NaN;
  const at = Date.parse(date.endsWith("GMT") ? date : `${date} GMT`);
  return at / 1000 - Math.floor(now() / 1000);
}
