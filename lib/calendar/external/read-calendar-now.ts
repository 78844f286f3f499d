import { notFound } from "#lib/failures.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import { applyCheck, checkCalendar } from "./check-calendar.ts";
import { CalendarItem, type StoredCalendar } from "./entity.ts";

/**
 * Reads a calendar that is not pushed, and stores its busy times and its status. When it returns, the claim rows have the busy times. If the
 * calendar can't be read, the last busy times stay.
 *
 * @throws {Failure} `not_found` if it was deleted in the meantime
 */
export async function readCalendarNow(calendar: StoredCalendar, apiHost: string): Promise<StoredCalendar> {
  const check = await checkCalendar(calendar, apiHost);
  return changeCalendars(calendar.userId, async ({ calendars }) => {
    const before = calendars.find(({ id }) => id === calendar.id);
    if (!before) throw notFound("Calendar");
    const { checked, operations } = await applyCheck(before, check);
    const after = { ...checked, version: before.version + 1 };
    return {
      result: after,
      calendars: calendars.map((each) => (each === before ? after : each)),
      operations: [replace(CalendarItem, before, after), ...operations],
      keepsBusyTimes: operations.length === 0,
    };
  });
}
