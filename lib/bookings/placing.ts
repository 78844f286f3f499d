import { type Operation, put } from "#lib/table/operations.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";

/** The writes by which a new booking is there: itself in its host's partition, and where to find it by its id. */
export function placing(booking: StoredBooking): Operation[] {
  const { id, userId } = booking;
  return [put(BookingItem, booking), put(BookingLocator, { id, userId })];
}
