import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { recordNoShow_TMP } from "#lib/bookings/events/record-no-show.ts";
import { requireRoomToGrow } from "#lib/bookings/require-room.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, present } from "#lib/table/condition.ts";
import { elementPath } from "#lib/table/form.ts";
import { itemBytes } from "#lib/table/item-bytes.ts";
import { type Operation, replace, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { AttendeeItem, StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./get.ts";
import { requireFreeEmail } from "./require-free-email.ts";
import type { AttendeeUpdate } from "./schema.ts";

/**
 * Changes an attendee, and what its booking shows of it. Two round trips; three where they came, or did not, after all:
 * that is told, and an event says the whole booking; and where one of many becomes longer. What is the same already changes nothing.
 *
 * @throws {Failure} `limit_reached` when the booking is too large for that
 * @throws {Failure} `conflict` when another attendee of the booking has the address
 */
export async function updateAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: AttendeeUpdate,
): Promise<StoredAttendee> {
  return retryFailedCondition(async (refused) => {
    const { id } = target;
    const booking = refused?.itemOf(BookingItem);
    if (booking && changes.email !== undefined) requireFreeEmail(booking, { id, email: changes.email });
    const before = await getChangeableAttendee(caller, id);
    requireMatch(target, before);
    const changed = StoredAttendee.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return before;
    const after = { ...changed, version: before.version + 1 };
    const inBooking =
      after.noShow === before.noShow
        ? [showing(before, after, { booking: booking && withAttendee(booking, after) })]
        : await telling(before, after);
    return commitResult(after, [replace(AttendeeItem, before, after), ...inBooking]);
  });
}

/** What is known of the booking as it will be, and what an event adds to its write. */
interface Told {
  booking?: StoredBooking | undefined;
  ifVersion?: number;
  eventSequence?: number;
}

/** The write that shows an attendee in its booking as it is now, under another address if that changed. */
function showing(
  before: StoredAttendee,
  after: StoredAttendee,
  { booking, ifVersion, eventSequence }: Told,
): Operation {
  const { userId, bookingId: id } = before;
  const left = elementPath(BookingItem, ["attendees", before.email]);
  const place = elementPath(BookingItem, ["attendees", after.email]);
  const isMoved = place !== left;
  return update(
    BookingItem,
    { userId, id },
    {
      set: { [place]: AttendeeSummary.parse(after), updatedAt: nowIso(), eventSequence },
      remove: isMoved ? [left] : [],
      if: all(
        present("pk"),
        ...(isMoved ? [absent(place)] : []),
        ...(bytesOf(after) > bytesOf(before) ? [requireRoomToGrow("attendees", booking)] : []),
      ),
      ...(ifVersion !== undefined && { ifVersion }),
    },
  );
}

/** Bytes an attendee takes in its booking, where it is named by its address. */
const bytesOf = (attendee: StoredAttendee): number =>
  itemBytes([attendee.email, AttendeeSummary.parse(attendee)]);

/** The same beside the event, which says the booking as it is then: one round trip to read it. */
async function telling(before: StoredAttendee, after: StoredAttendee): Promise<Operation[]> {
  const { userId, bookingId: id } = before;
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  const eventSequence = booking.eventSequence + 1;
  const told = { ...withAttendee(booking, after), eventSequence };
  const { version: ifVersion } = booking;
  return [
    showing(before, after, { booking: told, ifVersion, eventSequence }),
    ...recordNoShow_TMP(booking, told),
  ];
}

const withAttendee = (booking: StoredBooking, attendee: StoredAttendee): StoredBooking => ({
  ...booking,
  attendees: booking.attendees.map((one) => (one.id === attendee.id ? AttendeeSummary.parse(attendee) : one)),
});
