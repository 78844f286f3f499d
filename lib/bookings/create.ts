import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { getBookableEventType } from "#lib/event-types/get-bookable.ts";
import { type Limit, limitsOf } from "#lib/event-types/limits.ts";
import { invalidField } from "#lib/failures.ts";
import { withCompleteCounters } from "#lib/limits/complete-counters.ts";
import { countersFor } from "#lib/limits/counter.ts";
import { offerNextSlots, type RequestedTime, requireOpen } from "#lib/slots/require-open.ts";
import { commit } from "#lib/table/commit.ts";
import { refillIds, takeIds } from "#lib/table/ids.ts";
import type { Operation } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { attendeeWrites } from "./attendees/writes.ts";
import type { BookingCreate } from "./create-input.ts";
import { draftBooking, identified } from "./draft.ts";
import type { StoredBooking } from "./entity.ts";
import { recordEvent } from "./events/record-event.ts";
import { claimAfter } from "./hold-time.ts";
import { moveTimeAndKey } from "./move-time-and-key.ts";
import { placing } from "./placing.ts";
import { requireFreeTime } from "./require-free-time.ts";
import { requireRoom } from "./require-room.ts";
import type { StoredReservation } from "./reservations/entity.ts";
import { isUsable, requireSameTime, useReservation } from "./reservations/use.ts";
import { getReservation } from "./reservations/visibility.ts";
import { joinSeries } from "./series.ts";
import { triggerOf } from "./status.ts";

/** Attendee ids that are leased ahead: for the booker and a few guests. */
const USUAL_ATTENDEES = 4;

/**
 * Books a time of an event type's host. One transaction claims the time and writes the booking, its attendees and its
 * event, or nothing. One round trip if the event type and ids are cached, otherwise two; two with a reservation, whose time it gets.
 *
 * @throws {Failure} `booking_conflict` if the same booking already exists
 * @throws {Failure} `no_available_users_found_error` when the time is closed, with the rule and the next slots
 * @throws {Failure} `booking_seats_full` if too few seats are left
 * @throws {Failure} `limit_reached` when the booking is too large
 */
export async function createBooking(
  caller: Caller,
  input: BookingCreate,
  apiHost: string,
): Promise<StoredBooking> {
  const created = await newBooking(caller, input, apiHost);
  const { booking: drafted, canSeeBookings, limits } = created;
  return bookOpenTime(created, () =>
    retryRefused(async (refused) => {
      await requireFreeTime(refused, { to: drafted, canSeeBookings });
      const { claim, reservation, writes: used } = useReservation(created.reservation, drafted);
      const booking = { ...drafted, claim: claimAfter({ ...drafted, claim }, refused) };
      const writes = [
        ...used,
        ...moveTimeAndKey({ to: booking, limits, canSeeBookings, reservation }),
        ...newBookingWrites(booking),
        recordEvent(triggerOf(booking.status), booking),
      ];
      const [made] = await Promise.all([commit(booking, writes), refillBookingIds()]);
      return made;
    }),
  );
}

/** A new booking that is not yet written. */
export interface NewBooking {
  booking: StoredBooking;
  /** Whether the caller can access the bookings of its host. */
  canSeeBookings: boolean;
  requested: RequestedTime;
  ignoresAvailability: boolean;
  /** The limits that it must keep. */
  limits: readonly Limit[];
  /** The reservation in the request; it may have expired. */
  reservation: StoredReservation | undefined;
}

/**
 * Writes a new booking if its time is open. The time of a reservation isn't checked again: it was open when it was reserved.
 *
 * @throws {Failure} `no_available_users_found_error`
 */
export async function bookOpenTime<T>(
  { booking, requested, ignoresAvailability, reservation }: NewBooking,
  write: () => Promise<T>,
): Promise<T> {
  if (!ignoresAvailability && !isUsable(reservation, booking)) await requireOpen(requested);
  return offerNextSlots(() => requested, write);
}

/**
 * Prepares the requested booking with its ids and checks everything but the availability of its time. It is small enough for every
 * later change.
 *
 * @throws {Failure} `not_found` if the reservation doesn't exist, `invalid_request` if it is for another time
 * @throws {Failure} `limit_reached` if the booking is too large
 */
export async function newBooking(caller: Caller, input: BookingCreate, apiHost: string): Promise<NewBooking> {
  const [{ canSeeBookings, ...found }, reservation, [id = 0]] = await Promise.all([
    getBookableEventType(caller, input.eventTypeId),
    input.reservationUid === undefined ? undefined : getReservation(input.reservationUid),
    takeIds("booking", 1),
    refillIds("attendee", USUAL_ATTENDEES),
  ]);
  const bookable = await withCompleteCounters(found);
  if (isSystemAdmin(caller) && input.userId !== undefined && input.userId !== bookable.host.id)
    throw invalidField("#/userId", "This user is not the host of the event type.");
  const draft = draftBooking(bookable, input, { id, apiHost });
  const keyChosenBy = input.idempotencyKey === undefined ? null : caller.userId;
  const attendeeIds = await takeIds("attendee", draft.attendees.length);
  const countedIn = countersFor(bookable, draft.startTime);
  const booking = { ...identified(draft, attendeeIds), keyChosenBy, countedIn };
  requireRoom(booking);
  if (reservation) requireSameTime(reservation, booking);
  const requested = { bookable, booking, viewerZone: input.timeZone };
  const ignoresAvailability = input.ignoreAvailability === true && canSeeBookings;
  const limits = ignoresAvailability ? [] : limitsOf(bookable.eventType);
  return { booking, canSeeBookings, requested, ignoresAvailability, limits, reservation };
}

/** Leases ids for the next booking while this one is written. */
export const refillBookingIds = (): Promise<unknown> =>
  Promise.all([refillIds("booking", 1), refillIds("attendee", USUAL_ATTENDEES)]);

/** The writes of a new booking, except for its time and its idempotency key. */
export function newBookingWrites(booking: StoredBooking): Operation[] {
  return [
    ...placing(booking),
    ...joinSeries(booking),
    ...booking.attendees.flatMap((attendee) => attendeeWrites(booking, attendee)),
  ];
}
