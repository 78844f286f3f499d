import { asHeld, changeSeats } from "#lib/bookings/change-seats.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { all, type Condition, equals, present } from "#lib/table/condition.ts";
import { elementPath } from "#lib/table/form.ts";
import { type Operation, remove, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { AttendeeItem, AttendeeLocator, type StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./get.ts";

/**
 * Removes an attendee from its booking, and gives its seat back. Two round trips; three where the booking has seats, for whether
 * this one is held is the booking's to say. A booking whose last attendee goes stays.
 */
export async function deleteAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<StoredAttendee> {
  return retryFailedCondition(async (refused) => {
    const attendee = await getChangeableAttendee(caller, target.id);
    requireMatch(target, attendee);
    const { userId, id, version } = attendee;
    const booking = refused?.itemOf(BookingItem) ?? (await seatedBooking(attendee));
    return commitResult(attendee, [
      remove(AttendeeItem, { userId, id }, { ifVersion: version }),
      remove(AttendeeLocator, { id }),
      leaving(attendee, booking ? asHeld(booking) : equals("seatsPerTimeSlot", null)),
      ...(booking ? changeSeats(booking, "free") : []),
    ]);
  });
}

/** The write by which a booking shows an attendee no more. */
const leaving = ({ userId, bookingId, id, email }: StoredAttendee, held: Condition): Operation =>
  update(
    BookingItem,
    { userId, id: bookingId },
    {
      set: { updatedAt: nowIso() },
      remove: [
        elementPath(BookingItem, ["attendees", email]),
        elementPath(BookingItem, ["seatsReferences", id]),
      ],
      if: all(present("pk"), held),
    },
  );

/** The booking of an attendee who has a seat. Some were imported without theirs: those the booking itself refuses at first. */
async function seatedBooking({ userId, bookingId: id, bookingSeat }: StoredAttendee) {
  if (!bookingSeat) return undefined;
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  return booking;
}
