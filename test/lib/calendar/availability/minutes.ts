import type { Range } from "#lib/calendar/availability/calendar.ts";

/** Minutes since 1970 of an instant such as `2031-03-04T09:00Z`. */
export const minutes = (instant: string): number => Date.parse(instant) / 60_000;

/** A range between two instants of UTC: `2031-03-04 09:00`. */
export const range = (from: string, to: string): Range => ({ from: utc(from), to: utc(to) });

/** Minutes since 1970 of a time of UTC: `2031-03-04 09:00`. */
export const utc = (time: string): number => minutes(`${time.replace(" ", "T")}Z`);

/** A time of UTC: `2031-03-04 09:00`. */
export const showTime = (minute: number): string =>
  new Date(minute * 60_000).toISOString().slice(0, 16).replace("T", " ");

/** Ranges as `2031-03-04 09:00 - 2031-03-04 17:00`. */
export const showRanges = (ranges: readonly Range[]): string[] =>
  ranges.map(({ from, to }) => `${showTime(from)} - ${showTime(to)}`);

/** Every minute of a range. */
export const minutesOf = ({ from, to }: Range): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The ranges that minutes, in any order, make up. */
export function rangesOf(minutes: Iterable<number>): Range[] {
  const ranges: Range[] = [];
  for (const minute of [...minutes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.to === minute) last.to += 1;
    else ranges.push({ from: minute, to: minute + 1 });
  }
  return ranges;
}
