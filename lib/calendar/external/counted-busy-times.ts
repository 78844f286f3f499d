import type { Range } from "#lib/calendar/availability/calendar.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { BusyTimesItem, CalendarItem } from "./entity.ts";

/** A busy time of a calendar, in minutes since 1970. */
export interface CalendarBusyTime extends Range {
  calendarId: number;
}

/** Lists the busy times of the calendars of a user that count. Those of one calendar are merged and ascending. */
export async function listCountedBusyTimes(userId: number): Promise<CalendarBusyTime[]> {
  const [calendars, busyTimes] = await Promise.all([
    queryAll(CalendarItem, { userId }),
    queryAll(BusyTimesItem, { userId }),
  ]);
  const counted = new Set(calendars.filter(({ countsAsBusy }) => countsAsBusy).map(({ id }) => id));
  return busyTimes
    .filter(({ calendarId }) => counted.has(calendarId))
    .flatMap(({ calendarId, ranges }) => ranges.map(([from, to]) => ({ calendarId, from, to })));
}
