import { changeSeats, hasSameSlot } from "#lib/bookings/change-seats.ts";
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

/** Removes an attendee from its booking, and frees its seat. A booking can have no attendees. */
export async function deleteAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<StoredAttendee> {
  return retryFailedCondition(async (conditionFailed) => {
    const attendee = await getChangeableAttendee(caller, target.id);
    requireMatch(target, attendee);
    const { userId, id, version } = attendee;
    const booking = conditionFailed?.itemOf(BookingItem) ?? (await findSeatedBooking(attendee));
    return commitResult(attendee, [
      remove(AttendeeItem, { userId, id }, { ifVersion: version }),
      remove(AttendeeLocator, { id }),
      removeFromBooking(attendee, booking ? hasSameSlot(booking) : equals("seatsPerTimeSlot", null)),
      ...(booking ? changeSeats(booking, "free") : []),
    ]);
  });
}

/** Creates the operation that removes an attendee from the item of its booking. */
const removeFromBooking = (
  { userId, bookingId, id, email }: StoredAttendee,
  slotCondition: Condition,
): Operation =>
  update(
    BookingItem,
    { userId, id: bookingId },
    {
      set: { updatedAt: nowIso() },
      remove: [
        elementPath(BookingItem, ["attendees", email]),
        elementPath(BookingItem, ["seatsReferences", id]),
      ],
      if: all(present("pk"), slotCondition),
    },
  );

/** Gets the booking of an attendee with a seat. Imported attendees may lack their seat: then the condition fails, and has the booking. */
async function findSeatedBooking({ userId, bookingId: id, bookingSeat }: StoredAttendee) {
  if (!bookingSeat) return undefined;
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  return booking;
}
