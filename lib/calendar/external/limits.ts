import { Failure } from "#lib/failures.ts";
import type { StoredCalendar } from "./entity.ts";
import { MAX_CALENDARS, MAX_CONNECTIONS, MAX_COUNTED_CALENDARS } from "./schema.ts";

/**
 * Requires that a user has at most as many connections as allowed.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireConnectionLimit(connections: readonly unknown[]): void {
  if (connections.length > MAX_CONNECTIONS)
    throw limitReached(`A user can have at most ${MAX_CONNECTIONS} calendar connections.`);
}

/**
 * Requires that a user has at most as many calendars as allowed.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireCalendarLimits(calendars: readonly StoredCalendar[]): void {
  if (calendars.length > MAX_CALENDARS)
    throw limitReached(`A user can have at most ${MAX_CALENDARS} calendars.`);
  if (calendars.filter(({ countsAsBusy }) => countsAsBusy).length > MAX_COUNTED_CALENDARS)
    throw limitReached(`At most ${MAX_COUNTED_CALENDARS} calendars of a user can count as busy.`);
}

const limitReached = (detail: string): Failure => new Failure("limit_reached", detail);
