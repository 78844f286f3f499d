import { notFound } from "#lib/failures.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import { applyCheck, type CalendarCheck, checkCalendar } from "./check-calendar.ts";
import { CalendarItem, type StoredCalendar } from "./entity.ts";

/**
 * Reads a calendar that is not pushed, and stores its busy times and its status. When it returns, the claim rows have the busy times. If the
 * calendar can't be read until the deadline (`performance.now()`), the last busy times stay.
 *
 * @throws {Failure} `not_found` if it was deleted in the meantime
 */
export const readCalendarNow = async (calendar: StoredCalendar, deadline: number): Promise<StoredCalendar> =>
  storeCheck(calendar, await checkCalendar(calendar, deadline));

/**
 * Stores the result of a check, unless the calendar has been changed or checked in the meantime. If no busy times have changed, this is one write.
 *
 * @throws {Failure} `not_found` if it was deleted in the meantime
 */
export const storeCheck = (
  { id, userId }: Pick<StoredCalendar, "id" | "userId">,
  check: CalendarCheck,
): Promise<StoredCalendar> =>
  changeCalendars(userId, async ({ connections, calendars }) => {
    const before = calendars.find((calendar) => calendar.id === id);
    if (!before) throw notFound("Calendar");
    const { checked, operations } = await applyCheck(before, check, connections);
    if (checked === before) return { result: before, calendars, operations: [], keepsBusyTimes: true };
    const after = { ...checked, version: before.version + 1 };
    return {
      result: after,
      calendars: calendars.map((each) => (each === before ? after : each)),
      operations: [replace(CalendarItem, before, after), ...operations],
      keepsBusyTimes: operations.length === 0,
      isOfOneCalendar: true,
    };
  });
