import { type Caller, isSystemAdmin, requireUserConsent } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { findItem } from "#lib/storage/table/read.ts";
import {
  CalendarItem,
  CalendarLocator,
  ConnectionItem,
  ConnectionLocator,
  type StoredCalendar,
  type StoredConnection,
} from "./entity.ts";

/**
 * Gets a calendar that the caller can access: their own; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getCalendar(caller: Caller, id: number): Promise<StoredCalendar> {
  const userId = await findUserId(caller, CalendarLocator, id);
  const calendar = userId === undefined ? undefined : await findItem(CalendarItem, { userId, id });
  if (!calendar) throw notFound("Calendar");
  return calendar;
}

/**
 * Gets a connection that the caller can access: their own; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getConnection(caller: Caller, id: number): Promise<StoredConnection> {
  const userId = await findUserId(caller, ConnectionLocator, id);
  const connection = userId === undefined ? undefined : await findItem(ConnectionItem, { userId, id });
  if (!connection) throw notFound("Calendar connection");
  return connection;
}

/** The user whose partition is read: the caller, or for a system admin the user of the item. */
const findUserId = async (
  caller: Caller,
  locator: typeof CalendarLocator | typeof ConnectionLocator,
  id: number,
): Promise<number | undefined> =>
  isSystemAdmin(caller) ? (await findItem(locator, { id }))?.userId : caller.userId;

/**
 * Requires that the caller may choose the calendar to which bookings are written: its server gets them, also after an application that
 * chose it has lost its access.
 *
 * @throws {Failure} `insufficient_scope`
 */
export const requireMayChooseDestination = (caller: Caller): void =>
  requireUserConsent(caller, "Choosing where bookings are written");
