import type { Caller } from "#lib/access/caller.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { AttendeeSummary } from "#lib/bookings/model.ts";
import { noShowEvent } from "#lib/bookings/no-show-event.ts";
import { notFound } from "#lib/http/failures.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { commit } from "#lib/table/commit.ts";
import { absent, all, present } from "#lib/table/condition.ts";
import { elementPath } from "#lib/table/keyed.ts";
import { type Operation, replace, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { AttendeeItem, StoredAttendee } from "./entity.ts";
import { getAttendee } from "./get.ts";
import type { AttendeeUpdate } from "./model.ts";
import { requireFreeEmail } from "./require-free-email.ts";

/**
 * Changes an attendee, and what its booking shows of it. Two round trips; three where they came, or did not, after all:
 * that is told, and an event says the whole booking. What is the same already changes nothing.
 *
 * @throws {Failure} `conflict` when another attendee of the booking has the address
 */
export async function updateAttendee(
  caller: Caller,
  target: { id: number } & Expected,
  changes: AttendeeUpdate,
): Promise<StoredAttendee> {
  return retryRefused(async (refused) => {
    const { id } = target;
    const booking = refused?.itemOf(BookingItem);
    if (booking && changes.email !== undefined) requireFreeEmail(booking, { id, email: changes.email });
    const before = await getAttendee(caller, id);
    requireMatch(target, before);
    const changed = StoredAttendee.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return before;
    const after = { ...changed, version: before.version + 1 };
    const inBooking =
      after.noShow === before.noShow ? [showing(before, after)] : await telling(before, after);
    return commit(after, [replace(AttendeeItem, before, after), ...inBooking]);
  });
}

/** What an event adds to the write of its booking. */
interface Told {
  ifVersion?: number;
  eventSequence?: number;
}

/** The write that shows an attendee in its booking as it is now, under another address if that changed. */
function showing(
  before: StoredAttendee,
  after: StoredAttendee,
  { ifVersion, eventSequence }: Told = {},
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
      if: all(present("pk"), ...(isMoved ? [absent(place)] : [])),
      ...(ifVersion !== undefined && { ifVersion }),
    },
  );
}

/** The same beside the event, which says the booking as it is then: one round trip to read it. */
async function telling(before: StoredAttendee, after: StoredAttendee): Promise<Operation[]> {
  const { userId, bookingId: id } = before;
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  const told = {
    ...booking,
    attendees: booking.attendees.map((one) => (one.id === after.id ? AttendeeSummary.parse(after) : one)),
    eventSequence: booking.eventSequence + 1,
  };
  const { eventSequence } = told;
  return [showing(before, after, { ifVersion: booking.version, eventSequence }), noShowEvent(booking, told)];
}
