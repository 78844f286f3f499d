import { Failure } from "#lib/http/failures.ts";
import type { StoredBooking } from "./entity.ts";

/** Bytes of a booking that takes more: the table keeps 400 KB an item, and a full one must still take a cancellation. */
const MOST_BYTES = 320 * 1024;

/**
 * Lets only a booking go on that has room for another attendee or reference.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireRoom(booking: StoredBooking): void {
  if (Buffer.byteLength(JSON.stringify(booking)) > MOST_BYTES)
    throw new Failure("limit_reached", "The booking is too large to take more.");
}
