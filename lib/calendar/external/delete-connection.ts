import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { notFound } from "#lib/failures.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { changeCalendars } from "./change-calendars.ts";
import type { Connected } from "./connect.ts";
import {
  BusyTimesItem,
  CalendarItem,
  CalendarLocator,
  ConnectionItem,
  ConnectionLocator,
  DestinationMark,
} from "./entity.ts";
import { getConnection } from "./visibility.ts";

/**
 * Deletes a connection with its calendars and their busy times. Events that were written to them stay.
 *
 * @throws {Failure} `not_found`
 */
export async function deleteConnection(caller: Caller, target: { id: number } & IfMatch): Promise<Connected> {
  const { userId } = await getConnection(caller, target.id);
  return changeCalendars(userId, ({ connections, calendars }) => {
    const connection = connections.find(({ id }) => id === target.id);
    if (!connection) throw notFound("Calendar connection");
    requireMatch(target, connection);
    const own = calendars.filter(({ connectionId }) => connectionId === connection.id);
    const others = calendars.filter((calendar) => !own.includes(calendar));
    return {
      result: { connection, calendars: own },
      calendars: others,
      operations: [
        ...(others.every(({ readOnly }) => readOnly) ? [remove(DestinationMark, { userId })] : []),
        remove(ConnectionItem, connection, { ifVersion: connection.version }),
        remove(ConnectionLocator, connection),
        ...own.flatMap((calendar) => [
          remove(CalendarItem, calendar, { ifVersion: calendar.version }),
          remove(CalendarLocator, calendar),
          remove(BusyTimesItem, { userId, calendarId: calendar.id }),
        ]),
      ],
    };
  });
}
