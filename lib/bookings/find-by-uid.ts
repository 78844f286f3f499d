import type { Caller } from "#lib/caller.ts";
import { notFound, undefinedIfNotFound } from "#lib/failures.ts";
import { findUniqueOwner } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";
import { hasSeveralHosts } from "./hosts/host-ids.ts";
import { idInUid } from "./identifiers.ts";
import { findBooking, findChangeableBooking } from "./visibility.ts";

/**
 * The booking a caller may see by its public identifier, which contains its id: as many round trips as by its id. An imported booking
 * is found by the row of its uid, one round trip later.
 *
 * @throws {Failure} `not_found`
 */
export const findBookingByUid = (caller: Caller, uid: string): Promise<StoredBooking> =>
  findByUid(uid, (id) => findBooking(caller, id));

/**
 * The booking a caller may change by its public identifier, found as {@link findBookingByUid} does.
 *
 * @throws {Failure} `not_found`, `forbidden` as for {@link findChangeableBooking}
 */
export async function findChangeableBookingByUid(caller: Caller, uid: string): Promise<StoredBooking> {
  const booking = await findBookingByUid(caller, uid);
  // A caller who can access a booking with one host may change it.
  const mayChange = booking.userId === caller.userId || !hasSeveralHosts(booking);
  return mayChange ? booking : findChangeableBooking(caller, booking.id);
}

async function findByUid(uid: string, find: (id: number) => Promise<StoredBooking>): Promise<StoredBooking> {
  const id = idInUid(uid);
  const [booking, imported] = await Promise.all([
    id === undefined ? undefined : undefinedIfNotFound(find(id)),
    findUniqueOwner({ kind: "booking-uid", value: uid }),
  ]);
  if (booking?.uid === uid) return booking;
  if (imported === undefined) throw notFound("Booking");
  return find(imported);
}
