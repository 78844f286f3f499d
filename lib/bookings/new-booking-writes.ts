import { expiryInDays } from "#lib/platform/clock.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { digestOf } from "#lib/storage/table/pseudonym.ts";
import { AttendeeItem, AttendeeLocator, type StoredAttendee } from "./attendees/entity.ts";
import { newChildFields } from "./children/booking-child.ts";
import {
  ASSIGNMENT_DAYS,
  AssignmentItem,
  BookingItem,
  BookingLocator,
  BookingPointer,
  SeriesItem,
  type StoredBooking,
} from "./entity.ts";
import type { AttendeeSummary, BookingSeat } from "./schema.ts";

/**
 * Creates the operations that store a new booking: the booking in its host's partition, its locator, and pointers to it in the partitions of its other
 * hosts.
 */
export function bookingWrites(booking: StoredBooking): Operation[] {
  const { id, userId, createdAt, otherHosts = [] } = booking;
  return [
    put(BookingItem, booking),
    put(BookingLocator, { id, userId }),
    ...otherHosts.map((host) => put(BookingPointer, { userId: host.id, id, createdAt, hostId: userId })),
  ];
}

/** Creates the operation that adds a booking to its series, if it belongs to one. */
export const seriesWrites = ({ userId, recurringEventId, id }: StoredBooking): Operation[] =>
  recurringEventId === null ? [] : [put(SeriesItem, { userId, series: digestOf(recurringEventId), id })];

/** Returns a new attendee of a booking, as it is stored. */
export const newAttendee = (
  booking: StoredBooking,
  attendee: AttendeeSummary,
  bookingSeat: BookingSeat | null,
): StoredAttendee => ({ ...attendee, ...newChildFields(booking), bookingSeat });

/** Creates the operations that store an attendee of a new booking. */
export function attendeeWrites(booking: StoredBooking, attendee: AttendeeSummary): Operation[] {
  const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === attendee.id) ?? null;
  const locator = { id: attendee.id, userId: booking.userId };
  return [put(AttendeeItem, newAttendee(booking, attendee, seat)), put(AttendeeLocator, locator)];
}

/** Creates the operation that records who hosts a new booking of a round-robin event type. */
export const recordAssignment = ({ eventTypeId, userId, id, createdAt }: StoredBooking): Operation =>
  put(AssignmentItem, { eventTypeId, userId, bookingId: id, createdAt, ttl: expiryInDays(ASSIGNMENT_DAYS) });

/** Creates the operations that store a new booking with its attendees, without its time and its idempotency key. */
export function newBookingWrites(booking: StoredBooking): Operation[] {
  return [
    ...bookingWrites(booking),
    ...seriesWrites(booking),
    ...booking.attendees.flatMap((attendee) => attendeeWrites(booking, attendee)),
  ];
}
