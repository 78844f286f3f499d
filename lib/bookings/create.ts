import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { getBookableEventType } from "#lib/event-types/get-bookable.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { commit } from "#lib/table/commit.ts";
import { refillIds, takeIds } from "#lib/table/ids.ts";
import type { Operation } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { claimUnique } from "#lib/table/unique.ts";
import { attendeeWrites } from "./attendees/writes.ts";
import type { BookingCreate } from "./create-input.ts";
import { draftBooking, identified } from "./draft.ts";
import type { StoredBooking } from "./entity.ts";
import { recordEvent } from "./events/record-event.ts";
import { claimAfter } from "./hold-time.ts";
import { moveTimeAndKey } from "./move-time-and-key.ts";
import { placing } from "./placing.ts";
import { requireRoom } from "./require-room.ts";
import { joinSeries } from "./series.ts";
import { triggerOf } from "./status.ts";

/** Ids asked for ahead: one booking with its booker and a few guests. */
const USUAL_ATTENDEES = 4;

/**
 * Books a time of an event type's host. One transaction claims the time and writes the booking, its attendees and its
 * event, or nothing. One round trip when the event type and ids are at hand, two when not.
 *
 * @throws {Failure} `booking_conflict` when the same booking is there already
 * @throws {Failure} `no_available_users_found_error` when the host has another booking at that time
 * @throws {Failure} `booking_seats_full` when the seats left do not suffice
 * @throws {Failure} `limit_reached` when the booking is too large
 */
export async function createBooking(
  caller: Caller,
  input: BookingCreate,
  apiHost: string,
): Promise<StoredBooking> {
  const { booking: requested, canSeeBookings } = await newBooking(caller, input, apiHost);
  return retryRefused(async (refused) => {
    const booking = { ...requested, claim: claimAfter(requested, refused) };
    const writes = [
      ...moveTimeAndKey({ to: booking, canSeeBookings }),
      ...newBookingWrites(booking),
      recordEvent(triggerOf(booking.status), booking),
    ];
    const [made] = await Promise.all([commit(booking, writes), refillBookingIds()]);
    return made;
  });
}

/**
 * The booking a request asks for, checked and with its ids, not yet written, and whether the caller can see the bookings of its
 * host. It has room for every later change.
 *
 * @throws {Failure} `limit_reached` when it has not
 */
export async function newBooking(
  caller: Caller,
  input: BookingCreate,
  apiHost: string,
): Promise<{ booking: StoredBooking; canSeeBookings: boolean }> {
  const [offer, [id = 0]] = await Promise.all([
    getBookableEventType(caller, input.eventTypeId),
    takeIds("booking", 1),
    refillIds("attendee", USUAL_ATTENDEES),
  ]);
  if (isSystemAdmin(caller) && input.userId !== undefined && input.userId !== offer.host.id)
    throw invalidField("#/userId", "This user is not the host of the event type.");
  const draft = draftBooking(offer, input, apiHost);
  const booking = identified(draft, id, await takeIds("attendee", draft.attendees.length));
  requireRoom(booking);
  const keyChosenBy = input.idempotencyKey === undefined ? null : caller.userId;
  return { booking: { ...booking, keyChosenBy }, canSeeBookings: offer.canSeeBookings };
}

/** Leases ids for the next booking, beside this one's write. */
export const refillBookingIds = (): Promise<unknown> =>
  Promise.all([refillIds("booking", 1), refillIds("attendee", USUAL_ATTENDEES)]);

/** What a new booking consists of beside the time and the key it takes. */
export function newBookingWrites(booking: StoredBooking): Operation[] {
  const { id, uid } = booking;
  const taken = new Failure("booking_conflict", "This booking already exists.");
  return [
    claimUnique({ kind: "booking-uid", value: uid, owner: id }, taken),
    ...placing(booking),
    ...joinSeries(booking),
    ...booking.attendees.flatMap((attendee) => attendeeWrites(booking, attendee)),
  ];
}
