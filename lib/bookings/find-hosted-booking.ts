import type { StoredBooking } from "./entity.ts";
import { Failure } from "#lib/failures.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { findBooking } from "./visibility.ts";

/**
 * The booking a caller may hang something on: as its host, or as a system admin. One round trip; two for an admin whose
 * own it is not.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as admin of an organisation
 */
export async function findHostedBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const booking = await findBooking(caller, id);
  if (booking.userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the host of the booking may do this.");
  return booking;
}
