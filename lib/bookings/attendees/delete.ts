import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { writeInBooking } from "#lib/bookings/write-booking.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { notFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { AttendeeItem, AttendeeLocator, type StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./read.ts";

/**
 * Removes an attendee from its booking, and frees its seat. Records `BOOKING_ATTENDEE_REMOVED`, with the next revision for calendars. A booking can
 * have no attendees.
 */
export async function deleteAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<StoredAttendee> {
  const read = await getChangeableAttendee(caller, target.id);
  return writeInBooking(async (seen) => {
    const attendee = seen.has(AttendeeItem, read) ? seen.find(AttendeeItem, read) : read;
    if (!attendee) throw notFound("Attendee");
    requireMatch(target, attendee);
    const { userId, id, version } = attendee;
    const key = { userId, id: attendee.bookingId };
    const before = seen.find(BookingItem, key) ?? (await findItem(BookingItem, key));
    if (!before) throw notFound("Booking");
    return {
      result: attendee,
      change: {
        before,
        after: withoutAttendee(before, attendee),
        events: [{ trigger: "BOOKING_ATTENDEE_REMOVED", extras: { attendee } }],
        others: [
          remove(AttendeeItem, { userId, id }, { ifVersion: version }),
          remove(AttendeeLocator, { id }),
        ],
      },
    };
  });
}

/** Returns a booking without one of its attendees. */
const withoutAttendee = (booking: StoredBooking, { id }: StoredAttendee): StoredBooking => ({
  ...booking,
  attendees: booking.attendees.filter((other) => other.id !== id),
  seatsReferences: booking.seatsReferences.filter(({ attendeeId }) => attendeeId !== id),
  iCalSequence: booking.iCalSequence + 1,
  updatedAt: nowIso(),
});
