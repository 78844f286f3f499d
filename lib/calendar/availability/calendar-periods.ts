import { LATEST } from "#lib/platform/instant.ts";
import { DAY_MINUTES, instantOf, MINUTE } from "#lib/platform/minutes.ts";
import type { Range } from "./calendar.ts";
import { fromLocal, localDay, weekdayOf } from "./zone.ts";

/** The calendar periods for which an event type can have limits. */
export const PERIOD_KINDS = ["PER_DAY", "PER_WEEK", "PER_MONTH", "PER_YEAR"] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** The time zone and the first day of the week by which periods are counted. Weekdays count from 0 = Sunday. */
export interface PeriodCalendar {
  timeZone: string;
  weekStart: number;
}

/**
 * A day, week, month or year, with the date of its first day, such as `2031-03-04`. East of Greenwich the latest instant is in the year
 * 10000, whose dates don't sort after others: periods that start then have the last date of 9999.
 */
export interface CalendarPeriod extends Range {
  start: string;
}

/** The period of a kind that contains a minute since 1970. */
export function periodAt(
  kind: PeriodKind,
  minute: number,
  { timeZone, weekStart }: PeriodCalendar,
): CalendarPeriod {
  const [first, next] = daysOf(kind, localDay(timeZone, minute), weekStart);
  return {
    start: instantOf(Math.min(first * DAY_MINUTES, LATEST / MINUTE)).slice(0, 10),
    from: fromLocal(timeZone, first * DAY_MINUTES),
    to: fromLocal(timeZone, next * DAY_MINUTES),
  };
}

/** Lists the periods of a kind that overlap a range, ascending. */
export function periodsIn(kind: PeriodKind, { from, to }: Range, calendar: PeriodCalendar): CalendarPeriod[] {
  const periods: CalendarPeriod[] = [];
  for (let minute = from; minute < to; ) {
    const period = periodAt(kind, minute, calendar);
    periods.push(period);
    minute = period.to;
  }
  return periods;
}

/** The first day of the period that contains a day, and of the period after it; in days since 1970. */
function daysOf(kind: PeriodKind, day: number, weekStart: number): [first: number, next: number] {
  const date = new Date(day * DAY_MINUTES * 60_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (kind) {
    case "PER_DAY":
      return [day, day + 1];
    case "PER_WEEK": {
      const first = day - ((weekdayOf(day) - weekStart + 7) % 7);
      return [first, first + 7];
    }
    case "PER_MONTH":
      return [firstOfMonth(year, month), firstOfMonth(year, month + 1)];
    case "PER_YEAR":
      return [firstOfMonth(year, 0), firstOfMonth(year + 1, 0)];
    default:
      return kind satisfies never;
  }
}

const firstOfMonth = (year: number, month: number): number =>
  Date.UTC(year, month, 1) / (DAY_MINUTES * 60_000);
