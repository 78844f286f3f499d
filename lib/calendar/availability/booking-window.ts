import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Period, Range } from "./calendar.ts";
import { dayOfDate, fromLocal, localDay, weekdayOf } from "./zone.ts";

/** The range in which a slot may start: whole days of the zone. */
export function bookingWindow(period: Period, timeZone: string, now: number): Range {
  const startOf = (day: number): number => fromLocal(timeZone, day * DAY_MINUTES);
  switch (period.type) {
    case "UNLIMITED":
      return { from: -Infinity, to: Infinity };
    case "ROLLING":
      return { from: -Infinity, to: startOf(lastRollingDay(localDay(timeZone, now), period) + 1) };
    case "RANGE":
      return { from: startOf(dayOfDate(period.start)), to: startOf(dayOfDate(period.end) + 1) };
    default:
      return period satisfies never;
  }
}

function lastRollingDay(
  today: number,
  { days, countWeekends }: { days: number; countWeekends: boolean },
): number {
  if (countWeekends) return today + days;
  let day = today;
  for (let counted = 0; counted < days; ) {
    day += 1;
    if (weekdayOf(day) % 6 !== 0) counted += 1;
  }
  return day;
}
