import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";
import type { Range } from "./calendar.ts";

/** A range in which a zone has one offset from UTC, in minutes. */
interface OffsetSpan extends Range {
  offset: number;
}

/** A range of days, split at the clock change in it. Without a change, `before` is the whole range. */
interface Block {
  before: OffsetSpan;
  after: OffsetSpan;
}

/** No zone has changed its clocks twice in five days since 1970. */
const BLOCK = 5 * DAY_MINUTES;
const ALWAYS_UTC: OffsetSpan = { from: -Infinity, to: Infinity, offset: 0 };
const MAX_CACHED = 500;
const blocksByZone = new BoundedCache<string, BoundedCache<number, Block>>(MAX_CACHED);

/** The offset of a zone at a minute since 1970, and a span of at most five days around it in which it is valid. Cached. */
export function offsetSpan(timeZone: string, minute: number): OffsetSpan {
  if (timeZone === "UTC") return ALWAYS_UTC;
  const blocks = blocksByZone.get(timeZone) ?? blocksByZone.set(timeZone, new BoundedCache(MAX_CACHED));
  const index = Math.floor(minute / BLOCK);
  const { before, after } = blocks.get(index) ?? blocks.set(index, readBlock(timeZone, index * BLOCK));
  return minute < before.to ? before : after;
}

function readBlock(timeZone: string, from: number): Block {
  const to = from + BLOCK;
  const offsetAt = (minute: number): number => utcOffsetMinutes(timeZone, minute * MINUTE);
  const [first, last] = [offsetAt(from), offsetAt(to)];
  let [before, change] = first === last ? [to, to] : [from, to];
  while (change - before > 1) {
    const middle = Math.floor((before + change) / 2);
    if (offsetAt(middle) === first) before = middle;
    else change = middle;
  }
  return { before: { from, to: change, offset: first }, after: { from: change, to, offset: last } };
}

/** The wall-clock time of a zone at a minute since 1970: minutes since 1970-01-01 00:00 of that clock. */
export const toLocal = (timeZone: string, minute: number): number =>
  minute + offsetSpan(timeZone, minute).offset;

/** The day of a zone at a minute since 1970: days since 1970-01-01. */
export const localDay = (timeZone: string, minute: number): number =>
  Math.floor(toLocal(timeZone, minute) / DAY_MINUTES);

/**
 * The minute since 1970 of a wall-clock time. A time that occurs twice means the first one; a time that does not exist moves forward by
 * the length of the gap.
 */
export const fromLocal = (timeZone: string, local: number): number =>
  fromLocalWith((minute) => offsetSpan(timeZone, minute).offset, local);

/** As {@link fromLocal}, with a function that returns the offset from UTC at a minute since 1970. */
export function fromLocalWith(offsetAt: (minute: number) => number, local: number): number {
  // A day earlier is before any clock change near this time, and a day later after it: offsets are between -12 and +14 hours.
  const before = offsetAt(local - DAY_MINUTES);
  const after = offsetAt(local + DAY_MINUTES);
  const offset = [before, after].find((each) => offsetAt(local - each) === each);
  return local - (offset ?? before);
}

/** Days since 1970 of a date such as `2031-03-04`. */
export const dayOfDate = (date: string): number => Date.parse(date) / (DAY_MINUTES * 60_000);

/** The weekday of a day since 1970; 0 = Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
