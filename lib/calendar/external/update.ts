import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { notFound } from "#lib/failures.ts";
import { defaultDeadline } from "#lib/platform/outbound/fetch-outside.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import { applyCheck, asLatest, type CalendarCheck, checkCalendar } from "./check-calendar.ts";
import { CalendarItem, markDestination, type StoredCalendar, type StoredConnection } from "./entity.ts";
import { readOnlyCalendar } from "./failure.ts";
import type { CalendarUpdate } from "./input.ts";
import { requireCalendarLimits } from "./limits.ts";
import { getCalendar, requireMayChooseDestination } from "./visibility.ts";

/**
 * Changes the settings of a calendar. The busy minutes follow before it returns. A new destination takes the place of the old one. If the
 * settings affect what is read, the calendar is read again; if that fails, its last busy times stay.
 *
 * @throws {Failure} `not_found`, `read_only_calendar`, `limit_reached` if 10 other calendars count as busy, `insufficient_scope` if an
 * application chooses the destination
 */
export async function updateCalendar(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: CalendarUpdate,
): Promise<StoredCalendar> {
  const deadline = defaultDeadline();
  const known = await getCalendar(caller, target.id);
  requireMatch(target, known);
  const check = mustBeRead(known, changes)
    ? await checkCalendar(withSettings(known, changes), deadline)
    : undefined;
  return changeCalendars(known.userId, async ({ connections, calendars }) => {
    const before = calendars.find(({ id }) => id === target.id);
    if (!before) throw notFound("Calendar");
    requireMatch(target, before);
    if (changes.isDestination === true && !before.isDestination) requireMayChooseDestination(caller);
    const { checked, operations } = await changeSettings(before, changes, { check, connections });
    const after = calendars.map((calendar) =>
      calendar === before ? checked : withoutDestination(calendar, changes),
    );
    requireCalendarLimits(after);
    const writes = after.flatMap((calendar, at) => {
      const read = calendars[at];
      return read && read.version !== calendar.version ? [replace(CalendarItem, read, calendar)] : [];
    });
    const marks = changes.isDestination === true ? [markDestination(known.userId)] : [];
    return { result: checked, calendars: after, operations: [...writes, ...operations, ...marks] };
  });
}

/** Whether other events of the calendar may be busy after a change. */
const mustBeRead = (before: StoredCalendar, { tentative, countsAsBusy }: CalendarUpdate): boolean =>
  before.type !== "pushed" &&
  (isReadOtherwise(before, { tentative }) || (countsAsBusy === true && !before.countsAsBusy));

/** Whether a change makes other events busy. */
const isReadOtherwise = (before: StoredCalendar, { tentative }: CalendarUpdate): boolean =>
  tentative !== undefined && tentative !== before.tentative;

async function changeSettings(
  before: StoredCalendar,
  changes: CalendarUpdate,
  { check, connections }: { check: CalendarCheck | undefined; connections: readonly StoredConnection[] },
): ReturnType<typeof applyCheck> {
  if (changes.isDestination === true && before.readOnly) throw readOnlyCalendar("#/isDestination");
  const changed = { ...withSettings(before, changes), version: before.version + 1 };
  if (!check) return { checked: { ...changed, readVersion: before.readVersion }, operations: [] };
  return applyCheck(changed, isReadOtherwise(before, changes) ? asLatest(check, before) : check, connections);
}

/** A calendar with other settings, of which everything must be read. */
const withSettings = (before: StoredCalendar, changes: CalendarUpdate): StoredCalendar =>
  CalendarItem.schema.parse({ ...before, ...changes, readVersion: null });

/** Another calendar of the user, which is no longer the destination if the changed one is. */
const withoutDestination = (other: StoredCalendar, { isDestination }: CalendarUpdate): StoredCalendar =>
  isDestination === true && other.isDestination
    ? { ...other, isDestination: false, version: other.version + 1 }
    : other;
