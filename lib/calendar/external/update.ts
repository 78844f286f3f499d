import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import { requireCalendarLimits } from "./connect.ts";
import { CalendarItem, type StoredCalendar } from "./entity.ts";
import type { CalendarUpdate } from "./input.ts";
import { getCalendar } from "./visibility.ts";

/**
 * Changes the settings of a calendar. The busy minutes follow before it returns. A new destination takes the place of the old one.
 *
 * @throws {Failure} `not_found`, `read_only_calendar`, `limit_reached` if 10 other calendars count as busy
 */
export async function updateCalendar(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: CalendarUpdate,
): Promise<StoredCalendar> {
  const { userId } = await getCalendar(caller, target.id);
  return changeCalendars(userId, ({ calendars }) => {
    const before = calendars.find(({ id }) => id === target.id);
    if (!before) throw notFound("Calendar");
    requireMatch(target, before);
    if (changes.isDestination === true && before.readOnly)
      throw new Failure("read_only_calendar", "Bookings can't be written to this calendar.");
    const changed = CalendarItem.schema.parse({ ...before, ...changes, version: before.version + 1 });
    const others = calendars
      .filter(({ id }) => id !== before.id)
      .map((other) =>
        changes.isDestination === true && other.isDestination
          ? { ...other, isDestination: false, version: other.version + 1 }
          : other,
      );
    const after = [...others, changed];
    requireCalendarLimits(after);
    const writes = after.flatMap((calendar) => {
      const read = calendars.find(({ id }) => id === calendar.id);
      return read && read.version !== calendar.version ? [replace(CalendarItem, read, calendar)] : [];
    });
    return { result: changed, calendars: after, operations: writes };
  });
}
