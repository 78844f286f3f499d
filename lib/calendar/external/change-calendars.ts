import type { Range } from "#lib/calendar/availability/calendar.ts";
import { invalidField } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { absent, equals } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import {
  CalendarItem,
  CalendarsOfUser,
  ConnectionItem,
  type StoredCalendar,
  type StoredConnection,
} from "./entity.ts";
import { projectBusyTimes } from "./project-busy-times.ts";
import { dueProjection } from "./projection-timer.ts";

/** The connections and calendars of a user, by id. */
export interface UserCalendars {
  user: Stored<typeof UserItem>;
  connections: StoredConnection[];
  calendars: StoredCalendar[];
}

/** A change of a user's calendars: all calendars after it, and what it writes. */
interface CalendarsChange<T> {
  result: T;
  calendars: readonly StoredCalendar[];
  operations: readonly Operation[];
  /** Whether the busy times that count stay the same, so that the claim rows need no comparison. */
  keepsBusyTimes?: boolean;
}

/**
 * Changes the calendars of a user in one transaction, which also raises the revision of their busy times, and sets until when they are valid.
 * Changes of one user's calendars never overlap: `decide` is called again with the calendars as they are then. Then it changes the claim rows;
 * if it stops before, the sweep completes that. `changed` is the range whose busy times change; by default it may be any.
 *
 * @throws {Failure} `temporarily_unavailable` if they change faster than it can decide
 */
export async function changeCalendars<T>(
  userId: number,
  decide: (current: UserCalendars) => CalendarsChange<T> | Promise<CalendarsChange<T>>,
  changed?: Range,
): Promise<T> {
  const result = await storeChange(userId, decide);
  await projectBusyTimes(userId, changed);
  return result;
}

const storeChange = <T>(
  userId: number,
  decide: (current: UserCalendars) => CalendarsChange<T> | Promise<CalendarsChange<T>>,
): Promise<T> =>
  retryFailedCondition(async () => {
    // The revision is read first: if anything changes after that, this write fails.
    const state = await findItem(CalendarsOfUser, { userId });
    const current = await readCalendars(userId);
    const { result, calendars, operations, keepsBusyTimes = false } = await decide(current);
    const { user } = current;
    const validUntil = validityOf(calendars);
    const before = state ?? { revision: 0, projected: 0 };
    const revision = before.revision + 1;
    const staysProjected = keepsBusyTimes && before.projected === before.revision;
    return commitResult(result, [
      ...operations,
      put(
        CalendarsOfUser,
        {
          userId,
          revision,
          projected: staysProjected ? revision : before.projected,
          ...(!staysProjected && dueProjection(userId)),
        },
        { if: state ? equals("revision", state.revision) : absent("pk"), ...(state && { replaces: state }) },
      ),
      ...(isUpToDate(user.calendarsValidUntil, validUntil, calendars) ? [] : [setValidity(user, validUntil)]),
    ]);
  });

/** Reads the connections and calendars of a user. */
export async function readCalendars(userId: number): Promise<UserCalendars> {
  const [user, connections, calendars] = await Promise.all([
    findItem(UserItem, { id: userId }),
    queryAll(ConnectionItem, { userId }),
    queryAll(CalendarItem, { userId }),
  ]);
  if (!user) throw invalidField("#/userId", "User not found.");
  return { user, connections, calendars };
}

/** Minutes after the last reading for which busy times are used. */
const VALIDITY = 6 * 60;
/** Busy times that are always valid. */
const ALWAYS = Math.floor(LATEST / MINUTE);

/** The minute after which the busy times of these calendars are too old; undefined if none counts. */
export function validityOf(calendars: readonly StoredCalendar[]): number | undefined {
  const counted = calendars.filter(({ countsAsBusy }) => countsAsBusy);
  if (counted.length === 0) return undefined;
  return Math.min(
    ...counted.map(({ type, whenUnreachable, readAt }) =>
      type === "pushed" || whenUnreachable === "ignore"
        ? ALWAYS
        : Math.floor(Date.parse(readAt ?? "1970-01-01T00:00:00Z") / MINUTE) + VALIDITY,
    ),
  );
}

/** Minutes for which the validity of readable calendars may be too early, so that the user's item is written once an hour. */
const TOLERANCE = 60;

/** Whether the stored validity needs no write. Once a calendar can't be read, it must be exact. */
function isUpToDate(
  stored: number | undefined,
  validUntil: number | undefined,
  calendars: readonly StoredCalendar[],
): boolean {
  if (stored === undefined || validUntil === undefined) return stored === validUntil;
  const isReadable = calendars.every(({ countsAsBusy, status }) => !countsAsBusy || status === "ok");
  return stored === validUntil || (isReadable && stored < validUntil && validUntil < stored + TOLERANCE);
}

const setValidity = (user: Stored<typeof UserItem>, validUntil: number | undefined): Operation =>
  update(
    UserItem,
    { id: user.id },
    {
      ...(validUntil === undefined
        ? { remove: ["calendarsValidUntil"] }
        : { set: { calendarsValidUntil: validUntil } }),
      ifVersion: user.version,
    },
  );
