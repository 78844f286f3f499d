import { BookingItem } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { notFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, type Condition, present } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { type Operation, remove, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { changeSeats, hasSameSeatedTime } from "./create.ts";
import { AttendeeItem, AttendeeLocator, type StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./read.ts";

/** Removes an attendee from its booking, and frees its seat. A booking can have no attendees. */
export async function deleteAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<StoredAttendee> {
  return writeDecision(async (seen) => {
    const attendee = await getChangeableAttendee(caller, target.id);
    requireMatch(target, attendee);
    const { userId, id, version } = attendee;
    const booking =
      seen.find(BookingItem, { userId, id: attendee.bookingId }) ?? (await readSeatedBooking(attendee));
    const operations = [
      remove(AttendeeItem, { userId, id }, { ifVersion: version }),
      remove(AttendeeLocator, { id }),
      removeFromBooking(attendee, booking ? hasSameSeatedTime(booking) : absent("seatsPerTimeSlot")),
      ...(booking ? changeSeats(booking, "free", seen) : []),
    ];
    return { result: attendee, operations };
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
async function readSeatedBooking({ userId, bookingId: id, bookingSeat }: StoredAttendee) {
  if (!bookingSeat) return undefined;
  const booking = await findItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  return booking;
}
