import { isDeepStrictEqual } from "node:util";
import { UserItem } from "#lib/identity/users/entity.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { isChecked, type StoredCalendar } from "./entity.ts";

/** What slots need to know of a user's calendars, in the user's item. */
type CalendarSummary = Pick<Stored<typeof UserItem>, "calendarsValidUntil" | "calendarsToCheck">;

/** Minutes after the last reading for which busy times are used. */
const VALIDITY = 6 * 60;
/** Minutes after the check that was due for which busy times are used, if checks are more than five hours apart. */
const OVERDUE = 60;
/** Busy times that are always valid. */
const ALWAYS = Math.floor(LATEST / MINUTE);

/** The minute after which the busy times of these calendars are too old; undefined if none counts. */
export function validityOf(calendars: readonly StoredCalendar[]): number | undefined {
  const counted = calendars.filter(({ countsAsBusy }) => countsAsBusy);
  if (counted.length === 0) return undefined;
  return Math.min(...counted.map(validUntil));
}

function validUntil({ type, whenUnreachable, readAt, failingSince, nextCheckAt }: StoredCalendar): number {
  if (type === "pushed" || whenUnreachable === "ignore") return ALWAYS;
  if (readAt === null) return 0;
  const dueAt = failingSince ?? nextCheckAt ?? readAt;
  return Math.max(minuteOf(readAt) + VALIDITY, minuteOf(dueAt) + OVERDUE);
}

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / MINUTE);

/** Minutes for which the validity of readable calendars may be too early, so that the user's item is written once an hour. */
const TOLERANCE = 60;

/** The write that updates what a user's item says of the user's calendars; none if it is up to date. */
export function summaryWrites(
  user: Stored<typeof UserItem>,
  calendars: readonly StoredCalendar[],
): Operation[] {
  const toCheck = calendars.filter(isChecked).map(({ id }) => id);
  const summary = {
    calendarsValidUntil: validityOf(calendars),
    calendarsToCheck: toCheck.length > 0 ? toCheck : undefined,
  };
  const isSame = isDeepStrictEqual(user.calendarsToCheck, summary.calendarsToCheck);
  if (isSame && isValidityUpToDate(user, summary, calendars)) return [];
  const remove = Object.entries(summary).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return [update(UserItem, { id: user.id }, { set: summary, remove, ifVersion: user.version })];
}

/** Whether the stored validity needs no write. Once a calendar can't be read, it must be exact. */
function isValidityUpToDate(
  { calendarsValidUntil: stored }: CalendarSummary,
  { calendarsValidUntil: exact }: CalendarSummary,
  calendars: readonly StoredCalendar[],
): boolean {
  if (stored === undefined || exact === undefined) return stored === exact;
  const isReadable = calendars.every(({ countsAsBusy, status }) => !countsAsBusy || status === "ok");
  return stored === exact || (isReadable && stored < exact && exact < stored + TOLERANCE);
}
