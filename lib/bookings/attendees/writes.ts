import { newChildOf } from "#lib/bookings/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { AttendeeSummary, BookingSeat } from "#lib/bookings/model.ts";
import type { Operation } from "#lib/table/operations.ts";
import { Attendees, type StoredAttendee } from "./entity.ts";

/** A new attendee of a booking, as it is stored. */
export const newAttendee = (
  booking: StoredBooking,
  attendee: AttendeeSummary,
  bookingSeat: BookingSeat | null,
): StoredAttendee => ({ ...attendee, ...newChildOf(booking), bookingSeat });

/** The operations that store an attendee of a new booking. */
export function attendeeWrites(booking: StoredBooking, attendee: AttendeeSummary): Operation[] {
  const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === attendee.id) ?? null;
  return Attendees.create(newAttendee(booking, attendee, seat));
}
