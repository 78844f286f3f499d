import * as z from "zod";
import { type Caller, requireOwnUser } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import {
  CalendarItem,
  CalendarLocator,
  ConnectionItem,
  ConnectionLocator,
  type StoredCalendar,
  type StoredConnection,
} from "./entity.ts";
import type { ConnectionCreate } from "./input.ts";
import { MAX_CALENDARS, MAX_CONNECTIONS, MAX_COUNTED_CALENDARS } from "./schema.ts";

/** A new connection and its calendars. */
export const Connected = z.object({
  connection: ConnectionItem.schema,
  calendars: z.array(CalendarItem.schema),
});
export type Connected = z.output<typeof Connected>;

/**
 * Connects calendars of the caller, or of another user for a system admin.
 *
 * @throws {Failure} `limit_reached` if the user has 10 connections, 30 calendars, or 10 that count as busy
 */
export async function connectCalendars(caller: Caller, input: ConnectionCreate): Promise<Connected> {
  requireOwnUser(caller, input.userId);
  const { userId = caller.userId } = input;
  const [[id = 0], [calendarId = 0]] = await Promise.all([
    takeIds("calendar-connection", 1),
    takeIds("calendar", 1),
  ]);
  const at = nowIso();
  const connection: StoredConnection = {
    ...{ id, userId, type: input.type, account: input.name, sealedCredentials: null },
    ...{ createdAt: at, updatedAt: at, version: 1 },
  };
  const calendar: StoredCalendar = {
    ...{ id: calendarId, connectionId: id, userId, type: input.type, name: input.name },
    ...{ externalId: null, timeZone: null, readOnly: true },
    ...{ countsAsBusy: true, isDestination: false, tentative: "busy", whenUnreachable: "close" },
    ...{ eventDetails: "full", status: "ok", error: null, unreadableEvents: 0 },
    ...{ lastCheckedAt: null, lastChangedAt: null, readAt: null, createdAt: at, version: 1 },
  };
  return changeCalendars(userId, (current) => {
    if (current.connections.length >= MAX_CONNECTIONS)
      throw limitReached(`A user can have at most ${MAX_CONNECTIONS} calendar connections.`);
    const calendars = [...current.calendars, calendar];
    requireCalendarLimits(calendars);
    return {
      result: { connection, calendars: [calendar] },
      calendars,
      operations: [
        put(ConnectionItem, connection),
        put(ConnectionLocator, { id, userId }),
        put(CalendarItem, calendar),
        put(CalendarLocator, { id: calendarId, userId }),
      ],
    };
  });
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
