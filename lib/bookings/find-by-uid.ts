import type { Caller } from "#lib/caller.ts";
import { notFound, undefinedIfNotFound } from "#lib/failures.ts";
import { findUniqueOwner } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";
import { idInUid } from "./identifiers.ts";
import { findBooking } from "./visibility.ts";

/**
 * The booking a caller may see by its public identifier, which contains its id: as many round trips as by its id. An imported booking
 * is found by the row of its uid, one round trip later.
 *
 * @throws {Failure} `not_found`
 */
export async function findBookingByUid(caller: Caller, uid: string): Promise<StoredBooking> {
  const id = idInUid(uid);
  const [booking, imported] = await Promise.all([
    id === undefined ? undefined : undefinedIfNotFound(findBooking(caller, id)),
    findUniqueOwner({ kind: "booking-uid", value: uid }),
  ]);
  if (booking?.uid === uid) return booking;
  if (imported === undefined) throw notFound("Booking");
  return findBooking(caller, imported);
}
