import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Hours, HoursEntry, Range } from "./calendar.ts";
import { clipRanges, mergeRanges } from "./ranges.ts";
import { dayOfDate, fromLocal, localDay, weekdayOf } from "./zone.ts";

/** Finds the open ranges within a range, sorted and merged. Without hours everything is open. */
export function openRanges(hours: Hours | null, within: Range): Range[] {
  if (hours === null) return clipRanges([within], within);
  const { timeZone } = hours;
  const entriesOf = entriesByDay(hours.entries);
  const ranges: Range[] = [];
  // A wall-clock time that does not exist can move to the next day.
  const last = localDay(timeZone, within.to) + 1;
  for (let day = localDay(timeZone, within.from) - 1; day <= last; day += 1)
    for (const { from, to } of entriesOf(day))
      ranges.push({
        from: fromLocal(timeZone, day * DAY_MINUTES + from),
        to: fromLocal(timeZone, day * DAY_MINUTES + to),
      });
  return clipRanges(mergeRanges(ranges), within);
}

/** Creates a function that returns the entries of a day since 1970: its overrides, otherwise those of its weekday. */
function entriesByDay(entries: readonly HoursEntry[]): (day: number) => readonly HoursEntry[] {
  const overrides = Map.groupBy(
    entries.filter(({ date }) => date !== null),
    ({ date }) => dayOfDate(date ?? ""),
  );
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    entries.filter(({ date, days }) => date === null && days.includes(weekday)),
  );
  return (day) => overrides.get(day) ?? weekly[weekdayOf(day)] ?? [];
}
