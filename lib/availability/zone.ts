import { create, getTimeZoneTransition, offsetNanoseconds } from "temporal-polyfill/fns/ZonedDateTime";
import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Range } from "./model.ts";

/** Time in which the clocks of a zone keep one offset from UTC, in minutes. */
interface OffsetSpan extends Range {
  offset: number;
}

const MINUTE_NANOSECONDS = 60_000_000_000;
const MAX_ZONES = 500;
const MAX_SPANS = 32;
const cachedSpans = new Map<string, OffsetSpan[]>();

/** The offset of a zone at a minute since 1970, and the time in which it is valid. Cached: looking it up takes about 1 ms. */
export function offsetSpan(timeZone: string, minute: number): OffsetSpan {
  const cached = cachedSpans.get(timeZone) ?? [];
  const found = cached.find((span) => span.from <= minute && minute < span.to);
  if (found) return found;
  const span = readSpan(timeZone, Math.floor(minute));
  if (cachedSpans.size >= MAX_ZONES) cachedSpans.clear();
  cachedSpans.set(timeZone, [span, ...cached.slice(0, MAX_SPANS - 1)]);
  return span;
}

function readSpan(timeZone: string, minute: number): OffsetSpan {
  const at = (time: number) => create(BigInt(time) * BigInt(MINUTE_NANOSECONDS), timeZone);
  // Only transitions before the given time are previous ones, so that one at this very minute is found from the next.
  const from = getTimeZoneTransition(at(minute + 1), "previous");
  const to = getTimeZoneTransition(at(minute), "next");
  return {
    from: from ? minuteOf(from.epochNanoseconds) : -Infinity,
    to: to ? minuteOf(to.epochNanoseconds) : Infinity,
    offset: Math.round(offsetNanoseconds(at(minute)) / MINUTE_NANOSECONDS),
  };
}

const minuteOf = (nanoseconds: bigint): number => Math.ceil(Number(nanoseconds) / MINUTE_NANOSECONDS);

/** The wall-clock time of a zone at a minute since 1970: minutes since 1970-01-01 00:00 of that clock. */
export const toLocal = (timeZone: string, minute: number): number =>
  minute + offsetSpan(timeZone, minute).offset;

/** The day of a zone at a minute since 1970: days since 1970-01-01. */
export const localDay = (timeZone: string, minute: number): number =>
  Math.floor(toLocal(timeZone, minute) / DAY_MINUTES);

/**
 * The minute since 1970 of a wall-clock time. A repeated time is the first; a time that doesn't exist moves forward by the length of
 * the gap.
 */
export function fromLocal(timeZone: string, local: number): number {
  // A day earlier and a day later lie on both sides of a change, because offsets are between -12 and +14 hours.
  const before = offsetSpan(timeZone, local - DAY_MINUTES).offset;
  const after = offsetSpan(timeZone, local + DAY_MINUTES).offset;
  const offset = [before, after].find((each) => toLocal(timeZone, local - each) === local);
  return local - (offset ?? before);
}

/** Days since 1970 of a date such as `2031-03-04`. */
export const dayOfDate = (date: string): number => Date.parse(date) / (DAY_MINUTES * 60_000);

/** The weekday of a day since 1970; 0 = Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
