import { type Operation, put } from "#lib/table/operations.ts";
import { BookingItem, BookingLocator, BookingPointer, type StoredBooking } from "./entity.ts";

/**
 * The writes by which a new booking is there: itself in its host's partition, where to find it by its id, and pointers to it in the
 * partitions of its other hosts.
 */
export function placing(booking: StoredBooking): Operation[] {
  const { id, userId, createdAt, otherHosts = [] } = booking;
  return [
    put(BookingItem, booking),
    put(BookingLocator, { id, userId }),
    ...otherHosts.map((host) => put(BookingPointer, { userId: host.id, id, createdAt, hostId: userId })),
  ];
}
