import type { Range } from "#lib/calendar/availability/calendar.ts";
import { invalidField } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import { absent, type Condition, equals } from "#lib/storage/table/condition.ts";
import { indexKeys, type Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult, recordsResult, writeOne } from "#lib/storage/table/write.ts";
import {
  CalendarItem,
  CalendarsOfUser,
  ConnectionItem,
  type StoredCalendar,
  type StoredConnection,
} from "./entity.ts";
import { projectBusyTimes } from "./project-busy-times.ts";
import { dueProjection } from "./projection-timer.ts";
import { statusEvents } from "./status-events.ts";
import { summaryWrites } from "./validity.ts";

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
  /** The connections that it changes. */
  connections?: readonly StoredConnection[];
  operations: readonly Operation[];
  /** Whether it changes neither the busy times nor which of them count. Then the revision stays, too. */
  keepsBusyTimes?: boolean;
  /** Whether it depends on one calendar only, which it replaces. Then it fails only if that one has changed, and not if another has. */
  isOfOneCalendar?: boolean;
}

/** The permissions of a function that calls {@link changeCalendars}. */
export const CALENDAR_CHANGES = [
  "table:GetItem",
  "table:Query",
  "table:PutItem",
  "table:UpdateItem",
  "table:ConditionCheckItem",
] as const satisfies Permission[];

/**
 * Changes the calendars of a user in one transaction, which also raises the revision of their busy times, sets until when they are valid, and
 * records events of calendars that were disconnected or can be read again. If what it depends on has changed since it was read, `decide` is
 * called again with the calendars as they are then. Then it changes the claim rows; if it stops before, the sweep completes that. `changed` is
 * the range whose busy times change; by default it may be any.
 *
 * @throws {Failure} `temporarily_unavailable` if they change faster than it can decide
 */
export async function changeCalendars<T>(
  userId: number,
  decide: (current: UserCalendars) => CalendarsChange<T> | Promise<CalendarsChange<T>>,
  changed?: Range,
): Promise<T> {
  const { result, before } = await storeChange(userId, decide).catch(async (error: unknown) => {
    // If this is a repetition of a change that stopped after it was stored, its recorded result is returned: the rows must have it.
    if (recordsResult()) await projectBusyTimes(userId);
    throw error;
  });
  await projectBusyTimes(userId, changed && { within: changed, after: before });
  return result;
}

/** Stores a change. `before` is the latest revision that was read before it. */
const storeChange = <T>(
  userId: number,
  decide: (current: UserCalendars) => CalendarsChange<T> | Promise<CalendarsChange<T>>,
): Promise<{ result: T; before: number }> =>
  retryFailedCondition(async () => {
    // The revision is read first, so that a change of any calendar after that raises it.
    const state = await findItem(CalendarsOfUser, { userId });
    const current = await readCalendars(userId);
    const change = await decide(current);
    const { calendars, connections = [], operations, keepsBusyTimes = false } = change;
    const result = await commit(change.result, [
      ...operations,
      ...(keepsBusyTimes
        ? []
        : [raiseRevision(userId, change.isOfOneCalendar ? undefined : sameRevision(state))]),
      ...summaryWrites(current.user, calendars),
      ...statusEvents(current.calendars, calendars, [...connections, ...current.connections]),
    ]);
    return { result, before: state?.revision ?? 0 };
  });

/** Writes the operations of a change: one alone costs half as much as a transaction. */
async function commit<T>(result: T, operations: readonly Operation[]): Promise<T> {
  const [only, ...others] = operations;
  if (recordsResult() || others.length > 0) return commitResult(result, operations);
  if (only) await writeOne(only);
  return result;
}

const sameRevision = (state: CalendarsOfUser | undefined): Condition =>
  state ? equals("revision", state.revision) : absent("pk");

function raiseRevision(userId: number, condition: Condition | undefined): Operation {
  const set = { userId, ...dueProjection(userId) };
  const change = { set: { ...set, ...indexKeys(CalendarsOfUser, set) }, add: { revision: 1 } };
  return update(CalendarsOfUser, { userId }, { ...change, ...(condition && { if: condition }) });
}

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
