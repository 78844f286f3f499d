import type { Caller } from "#lib/access/caller.ts";
import { attendeeWrites } from "#lib/attendees/writes.ts";
import { offerFor } from "#lib/event-types/at-hand.ts";
import { recordEvent } from "#lib/events/record-event.ts";
import { Failure } from "#lib/http/failures.ts";
import { refillIds, takeIds } from "#lib/table/ids.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { claimUnique } from "#lib/table/unique.ts";
import { transact } from "#lib/table/write.ts";
import type { BookingCreate } from "./create-input.ts";
import { draftBooking, identified } from "./draft.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";
import { claimOfSlot, takeTime } from "./hold-time.ts";

/** Ids asked for ahead: one booking with its booker and a few guests. */
const USUAL_ATTENDEES = 4;

/**
 * Books a time of an event type's host. One transaction claims the time and writes the booking, its attendees and its
 * event, or nothing. One round trip when the event type and ids are at hand, two when not.
 *
 * @throws {Failure} `booking_conflict` when the same booking is there already
 * @throws {Failure} `no_available_users_found_error` when the host has another booking at that time
 * @throws {Failure} `booking_seats_full` when the seats left do not suffice
 */
export async function createBooking(
  caller: Caller,
  input: BookingCreate,
  apiHost: string,
): Promise<StoredBooking> {
  const [offer, [id = 0]] = await Promise.all([
    offerFor(caller, input.eventTypeId),
    takeIds("booking", 1),
    refillIds("attendee", USUAL_ATTENDEES),
  ]);
  const draft = draftBooking(offer, input, apiHost);
  const attendeeIds = await takeIds("attendee", draft.attendees.length);
  const booking = identified(draft, id, attendeeIds);
  let claimed = booking;
  return retryRefused(async (refused) => {
    if (refused) claimed = { ...claimed, claim: claimed.claim && claimOfSlot(claimed.claim, refused) };
    const { seatsPerTimeSlot } = offer.eventType;
    await Promise.all([
      transact(bookingWrites(claimed, seatsPerTimeSlot)),
      refillIds("booking", 1),
      refillIds("attendee", USUAL_ATTENDEES),
    ]);
    return claimed;
  });
}

/** Everything a new booking consists of; when key and time both refuse, the key speaks (decisions §3). */
function bookingWrites(booking: StoredBooking, seatsPerTimeSlot: number | null): Operation[] {
  const { id, uid, userId, idempotencyKey } = booking;
  const exists = new Failure("booking_conflict", "This booking exists already.");
  return [
    ...(idempotencyKey === null
      ? []
      : [claimUnique({ kind: "idempotency-key", value: idempotencyKey, owner: id }, exists)]),
    ...takeTime(booking, seatsPerTimeSlot),
    claimUnique({ kind: "booking-uid", value: uid, owner: id }, exists),
    put(BookingItem, booking),
    put(BookingLocator, { id, userId }),
    ...booking.attendees.flatMap((attendee) => attendeeWrites(booking, attendee)),
    recordEvent(booking.status === "ACCEPTED" ? "BOOKING_CREATED" : "BOOKING_REQUESTED", booking),
  ];
}
