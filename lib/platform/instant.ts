import * as z from "zod";

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?$/;

/**
 * Parses an ISO 8601 instant into milliseconds since 1970; undefined if it is invalid or its day or hour does not exist. Without an offset it
 * is UTC.
 */
export function parseInstant(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (!parts) return undefined;
  const at = (index: number): number => Number(parts[index] ?? 0);
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists =
    midnight.getUTCFullYear() === year &&
    midnight.getUTCMonth() === month - 1 &&
    midnight.getUTCDate() === day;
  const endOfDay = hour === 24 && minute === 0 && second === 0 && at(7) === 0;
  const [offsetHours, offsetMinutes] = [at(10), at(11)];
  if (!exists || (hour > 23 && !endOfDay) || minute > 59 || second > 59) return undefined;
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const milliseconds = Math.floor(Number(`0.${parts[7] ?? "0"}`) * 1000);
  const offset = (offsetHours * 60 + offsetMinutes) * (parts[9] === "-" ? -1 : 1);
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
}

/** The latest instant in a request, in milliseconds since 1970. The strings of later ones do not sort in the order of time. */
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** More characters than the longest string that `ISO` matches. */
const LONGEST_INSTANT = 40;
const NOT_AN_INSTANT = "must be an ISO 8601 instant, such as 2026-03-01T09:30:00Z";

/** A string that may be an instant. */
export const InstantText = z.string().max(LONGEST_INSTANT, NOT_AN_INSTANT);

/**
 * An instant in a request, from 1970 to 9999: accepts any ISO 8601 form, and returns it in UTC with milliseconds and `Z`, so that strings sort
 * in the order of time.
 */
export const Instant = InstantText.transform((text, context) => {
  const time = parseInstant(text);
  if (time !== undefined && time >= 0 && time <= LATEST) return new Date(time).toISOString();
  context.addIssue({ code: "custom", message: NOT_AN_INSTANT });
  return z.NEVER;
});

/** An instant, or a date, which means the given time of that day in UTC. */
const instantOrDate = (time: string) =>
  InstantText.transform((text) => (/^\d{4}-?\d\d-?\d\d$/.test(text) ? `${text}${time}` : text)).pipe(Instant);

/** The start of a range: an instant, or a date, which means its first moment in UTC. */
export const RangeStart = instantOrDate("T00:00:00.000");

/** The end of a range: an instant, or a date, which means its last moment in UTC. */
export const RangeEnd = instantOrDate("T23:59:59.999");
