import { BookingItem, BookingLocator, type StoredBooking } from "#lib/bookings/entity.ts";
import { notFound } from "#lib/http/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { type Caller, isSystemAdmin } from "./caller.ts";

/**
 * The booking a caller may see and change: their own as host, any for a system admin. A booking of somebody else is
 * not found, exactly like one that does not exist. One round trip; two for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function findBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const userId = await hostOf(caller, id);
  const booking = userId === undefined ? undefined : await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  return booking;
}

/** In whose partition the caller may look for the booking. */
async function hostOf(caller: Caller, id: number): Promise<number | undefined> {
  if (!isSystemAdmin(caller)) return caller.userId;
  const locator = await getItem(BookingLocator, { id });
  return locator?.userId;
}
