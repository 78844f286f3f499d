import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";
import { notFound } from "#lib/failures.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { placesUnder } from "#lib/memberships/organization-members.ts";

/**
 * The booking a caller may see and change: their own as host, that of an accepted member for the admin of an
 * organisation, any for a system admin. All others are not found, exactly like one that does not exist. One round trip;
 * two for an admin whose own it is not.
 *
 * @throws {Failure} `not_found`
 */
export async function findBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const own = { userId: caller.userId, id };
  const seesOthers = isSystemAdmin(caller) || organizationsOf(caller).length > 0;
  const booking = await (seesOthers ? findAmongOthers(caller, own) : getItem(BookingItem, own));
  if (!booking) throw notFound("Booking");
  return booking;
}

async function findAmongOthers(
  caller: Caller,
  own: { userId: number; id: number },
): Promise<StoredBooking | undefined> {
  const { id } = own;
  const [mine, locator] = await getItems([wanted(BookingItem, own), wanted(BookingLocator, { id })]);
  if (mine || !locator) return mine;
  const { userId } = locator;
  const [booking, ...places] = await getItems([
    wanted(BookingItem, { userId, id }),
    ...placesUnder(caller, userId),
  ]);
  return isSystemAdmin(caller) || places.some((place) => place?.accepted) ? booking : undefined;
}
