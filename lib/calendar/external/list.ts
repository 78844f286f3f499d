import * as z from "zod";
import { type Caller, visibleOwner } from "#lib/caller.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { CalendarItem, CalendarLocator, ConnectionItem, ConnectionLocator } from "./entity.ts";
import { renderCalendar, renderConnection } from "./render.ts";
import type { Calendar, CalendarConnection } from "./schema.ts";
import { getConnection } from "./visibility.ts";

/** Filters of the lists. */
export const CalendarFilter = z.object({
  userId: WholeNumber.optional().describe(
    "Those of this user. Only for system admins; ignored for other callers.",
  ),
});
type CalendarFilter = z.output<typeof CalendarFilter>;

/** Lists the caller's calendars by id; for a system admin those of a user, or all. */
export function listCalendars(caller: Caller, { userId }: CalendarFilter): ListSource<Calendar> {
  const owner = visibleOwner(caller, userId);
  if (owner !== "everybody")
    return listOfPartition(CalendarItem, { userId: owner }, { render: renderCalendar });
  return listByKeys(listOfKind(CalendarLocator, "calendar"), {
    find: async (locators) => {
      const found = await findItems(locators.map((locator) => itemRequest(CalendarItem, locator)));
      return found.map((calendar) => calendar && renderCalendar(calendar));
    },
    positionOf: ({ id }) => String(id),
  });
}

/** Lists the caller's connections by id; for a system admin those of a user, or all. */
export function listConnections(caller: Caller, { userId }: CalendarFilter): ListSource<CalendarConnection> {
  const owner = visibleOwner(caller, userId);
  if (owner !== "everybody") return connectionsOfUser(owner);
  return listByKeys(listOfKind(ConnectionLocator, "calendar-connection"), {
    find: async (locators) => {
      const users = [...new Set(locators.map(({ userId: id }) => id))];
      const [connections, calendars] = await Promise.all([
        findItems(locators.map((locator) => itemRequest(ConnectionItem, locator))),
        Promise.all(users.map((id) => queryAll(CalendarItem, { userId: id }))),
      ]);
      return connections.map((connection) => connection && renderConnection(connection, calendars.flat()));
    },
    positionOf: ({ id }) => String(id),
  });
}

/** The connections of a user, at most 10, read at the same time as the calendars, which have their status. */
const connectionsOfUser = (userId: number): ListSource<CalendarConnection> => ({
  async *read({ after = "0" }) {
    const [connections, calendars] = await Promise.all([
      queryAll(ConnectionItem, { userId }),
      queryAll(CalendarItem, { userId }),
    ]);
    const rest = connections.filter(({ id }) => id > Number(after));
    yield rest.map((connection) => renderConnection(connection, calendars));
  },
  positionOf: ({ id }) => String(id),
  count: async () => (await queryAll(ConnectionItem, { userId })).length,
});

/**
 * Gets a connection that the caller can access, with the status of its calendars.
 *
 * @throws {Failure} `not_found`
 */
export async function readConnection(caller: Caller, id: number): Promise<CalendarConnection> {
  const connection = await getConnection(caller, id);
  return renderConnection(connection, await queryAll(CalendarItem, { userId: connection.userId }));
}
