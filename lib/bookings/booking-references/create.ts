import { newChildFields } from "#lib/bookings/children/booking-child.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { requireRoom } from "#lib/bookings/require-room.ts";
import { getBookingAsFirstHost } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { all, fewer } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { refillIds, takeIds } from "#lib/storage/table/ids.ts";
import { ReferenceItem, References, type StoredReference } from "./entity.ts";
import type { ReferenceCreate } from "./schema.ts";
import { putInBooking, withReference } from "./writes.ts";

/** The most references of a booking that are not deleted, because a cancellation deletes all in one transaction. */
const MAX_REFERENCES = 20;

/**
 * Adds a reference to a booking.
 *
 * @throws {Failure} `limit_reached`
 */
export async function createReference(caller: Caller, input: ReferenceCreate): Promise<StoredReference> {
  const { bookingId, ...fields } = input;
  const [found] = await Promise.all([getBookingAsFirstHost(caller, bookingId), refillIds("reference", 1)]);
  const [id = 0] = await takeIds("reference", 1);
  return writeDecision((seen) => {
    // The id is unique, so an earlier attempt, whose response was lost, has added the reference.
    const added = seen.find(ReferenceItem, { userId: found.userId, id });
    if (added) return { result: added, operations: [] };
    const booking = seen.find(BookingItem, found) ?? found;
    const deletedCount = booking.references.filter((reference) => reference.deleted === true).length;
    if (booking.references.length - deletedCount >= MAX_REFERENCES)
      throw new Failure(
        "limit_reached",
        `A booking can have at most ${MAX_REFERENCES} references. Delete one first.`,
      );
    const reference = { ...fields, ...newChildFields(booking), id, deleted: null };
    const room = requireRoom(withReference(booking, reference));
    const operations = [
      putInBooking(reference, all(fewer("references", MAX_REFERENCES + deletedCount), room)),
      ...References.create(reference),
    ];
    return { result: reference, operations };
  });
}
