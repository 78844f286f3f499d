import { DAY_MINUTES, instantOf } from "#lib/platform/minutes.ts";
import { offsetSpan } from "./zone.ts";

/**
 * Creates a function that formats the starts of slots for a response: with the offset of a zone (`2031-03-04T10:20:00+01:00`), or in UTC
 * without a zone (`2031-03-04T09:20:00.000Z`). It formats each date, time of day and offset only once.
 */
export function startFormatter(
  timeZone: string | undefined,
): (start: number) => { date: string; time: string } {
  const isUtc = timeZone === undefined;
  // A year after 9999 has more digits.
  const dateOf = memoize((day) => instantOf(day * DAY_MINUTES).slice(0, -"T00:00:00.000Z".length));
  const timeOf = memoize((minute) => instantOf(minute).slice(10, isUtc ? 24 : 19));
  const suffixOf = memoize((offset) => (isUtc ? "" : formatOffset(offset)));
  return (start) => {
    const offset = isUtc ? 0 : offsetSpan(timeZone, start).offset;
    const local = start + offset;
    const day = Math.floor(local / DAY_MINUTES);
    const date = dateOf(day);
    return { date, time: date + timeOf(local - day * DAY_MINUTES) + suffixOf(offset) };
  };
}

function memoize(format: (value: number) => string): (value: number) => string {
  const texts = new Map<number, string>();
  return (value) => {
    const text = texts.get(value) ?? format(value);
    texts.set(value, text);
    return text;
  };
}

function formatOffset(offset: number): string {
  const hours = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(Math.abs(offset) % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
