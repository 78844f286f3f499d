import * as z from "zod";
import { type Caller, requireOwnUser } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { defaultDeadline } from "#lib/platform/outbound/fetch-outside.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { changeCalendars, readCalendars } from "./change-calendars.ts";
import { applyCheck } from "./check-calendar.ts";
import { sealCredentials } from "./credentials.ts";
import {
  CalendarItem,
  CalendarLocator,
  ConnectionItem,
  ConnectionLocator,
  type StoredCalendar,
  type StoredConnection,
} from "./entity.ts";
import { type FoundConnection, findConnection } from "./find-connection.ts";
import { HEALTHY } from "./health.ts";
import type { ConnectionCreate } from "./input.ts";
import { requireCalendarLimits, requireConnectionLimit } from "./limits.ts";

/** A connection and its calendars. */
export const Connected = z.object({
  connection: ConnectionItem.schema,
  calendars: z.array(CalendarItem.schema),
});
export type Connected = z.output<typeof Connected>;

/** A new connection, and the number of calendars that its account has. */
export const NewConnection = Connected.extend({ total: z.int() });
export type NewConnection = z.output<typeof NewConnection>;

/**
 * Connects calendars of the caller, or of another user for a system admin. Calendars of a server are read at once; nothing is stored if
 * that fails. The returned connection has no credentials.
 *
 * @throws {Failure} `limit_reached` if the user has 10 connections, 30 calendars, or 10 that count as busy; the code of a calendar's failure
 */
export async function connectCalendars(
  caller: Caller,
  input: ConnectionCreate,
  apiHost: string,
): Promise<NewConnection> {
  const deadline = defaultDeadline();
  requireOwnUser(caller, input.userId);
  const { userId = caller.userId } = input;
  const { user, connections } = await readCalendars(userId);
  requireConnectionLimit([...connections, input]);
  const found = await findConnection(input, { user, apiHost, deadline });
  const { connection, calendars } = await createItems({ userId, apiHost }, found);
  const checked = await Promise.all(
    calendars.map((calendar, at) => {
      const check = found.calendars[at]?.check;
      return check ? applyCheck(calendar, check) : { checked: calendar, operations: [] };
    }),
  );
  const created = checked.map((each) => each.checked);
  return changeCalendars(userId, (current) => {
    requireConnectionLimit([...current.connections, connection]);
    const all = [...current.calendars, ...created];
    requireCalendarLimits(all);
    return {
      result: {
        connection: { ...connection, sealedCredentials: null },
        ...{ calendars: created, total: found.total },
      },
      calendars: all,
      operations: [
        put(ConnectionItem, connection),
        put(ConnectionLocator, { id: connection.id, userId }),
        ...created.flatMap((calendar) => [
          put(CalendarItem, calendar),
          put(CalendarLocator, { id: calendar.id, userId }),
        ]),
        ...checked.flatMap(({ operations }) => operations),
      ],
    };
  });
}

/** Creates the items of a connection and its calendars, as they are before the first check. */
async function createItems(
  { userId, apiHost }: { userId: number; apiHost: string },
  found: FoundConnection,
): Promise<Connected> {
  const { type, account, addresses, credentials } = found;
  const [[id = 0], ids] = await Promise.all([
    takeIds("calendar-connection", 1),
    takeIds("calendar", found.calendars.length),
  ]);
  const at = nowIso();
  const connection: StoredConnection = {
    ...{ id, userId, type, account, addresses, createdAt: at, updatedAt: at, version: 1 },
    apiHost: credentials && apiHost,
    sealedCredentials: credentials ? await sealCredentials(credentials, { id, userId }) : null,
  };
  const calendars = found.calendars.map(
    ({ check: _, ...calendar }, index): StoredCalendar => ({
      ...calendar,
      ...{ id: ids[index] ?? 0, connectionId: id, userId, type },
      ...{ isDestination: false, tentative: "busy", whenUnreachable: "close", eventDetails: "full" },
      ...{ ...HEALTHY, nextCheckAt: null, unreadableEvents: 0, lastCheckedAt: null, lastChangedAt: null },
      ...{ readAt: null, readVersion: null, writeError: null, createdAt: at, version: 1 },
    }),
  );
  return { connection, calendars };
}
