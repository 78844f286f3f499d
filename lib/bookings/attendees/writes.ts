import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type AttendeeSummary, BookingLink, type BookingSeat } from "#lib/bookings/model.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { AttendeeItem, AttendeeLocator, type StoredAttendee } from "./entity.ts";

/** An attendee of a booking, as it is stored when new. */
export const newAttendee = (
  booking: StoredBooking,
  attendee: AttendeeSummary,
  bookingSeat: BookingSeat | null,
): StoredAttendee => ({
  ...attendee,
  userId: booking.userId,
  bookingId: booking.id,
  booking: BookingLink.parse(booking),
  bookingSeat,
  createdAt: nowIso(),
  version: 1,
});

/** The writes by which an attendee is there: itself, and where to find it by its id. */
export const placingAttendee = (attendee: StoredAttendee): Operation[] => [
  put(AttendeeItem, attendee),
  put(AttendeeLocator, { id: attendee.id, userId: attendee.userId }),
];

/** The writes that place one attendee of a new booking. */
export function attendeeWrites(booking: StoredBooking, attendee: AttendeeSummary): Operation[] {
  const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === attendee.id) ?? null;
  return placingAttendee(newAttendee(booking, attendee, seat));
}
