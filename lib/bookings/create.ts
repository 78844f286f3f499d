import { type BookingHosts, firstHosts, withFreeHosts } from "#lib/bookings/hosts/choose-hosts.ts";
import { withNextSlotsOnFailure } from "#lib/bookings/open-times/require-open.ts";
import { type Bookable, getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import { type Limit, limitsOf } from "#lib/calendar/event-types/limits.ts";
import { hostIds, restrictToHost } from "#lib/calendar/slots/hosts.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { invalidField, requireFound } from "#lib/failures.ts";
import { rangeBetween } from "#lib/platform/minutes.ts";
import { refillIds, takeIds } from "#lib/storage/table/ids.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import type { BookingChange } from "./booking-change.ts";
import type { BookingCreate } from "./create-schema.ts";
import { assignAttendeeIds, draftBooking } from "./draft.ts";
import type { StoredBooking } from "./entity.ts";
import { withCompleteCounters } from "./limits/complete-counters.ts";
import { countersFor } from "./limits/counter.ts";
import type { RequestedTime } from "./open-times/requested-time.ts";
import { requireOpen } from "./open-times/require-open.ts";
import { requireItemSize } from "./require-item-size.ts";
import type { StoredReservation } from "./reservations/entity.ts";
import { getReservation } from "./reservations/visibility.ts";
import { isUsable, requireSameTime, reservedTimeOf } from "./reservations/writes.ts";
import { triggerOf } from "./status.ts";
import { writeBooking } from "./write-booking.ts";

/** Attendee ids that are leased in advance: for the booker and a few guests. */
const USUAL_ATTENDEES = 4;

/**
 * Books a time of an event type's host. One transaction claims the time and writes the booking, its attendees and its event.
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
  const prepared = await prepareBooking(caller, input, apiHost);
  const { canSeeBookings, limits, requested, reservation, ignoresAvailability } = prepared;
  return bookOpenTime(prepared, requested, (booking) =>
    writeNewBooking(() => ({
      after: booking,
      events: [{ trigger: triggerOf(booking.status) }],
      reservation,
      limits,
      canSeeBookings,
      ignoresCalendars: ignoresAvailability,
      isAssigned: requested.bookable.choice !== undefined,
      advice: "Book fewer hours, or invite fewer guests.",
    })),
  );
}

/** Writes a new booking, and leases the ids of the next one in the meantime. */
export async function writeNewBooking(
  decide: (seen: SeenItems) => BookingChange | Promise<BookingChange>,
): Promise<StoredBooking> {
  const refilling = Promise.all([refillIds("booking", 1), refillIds("attendee", USUAL_ATTENDEES)]);
  const [written] = await Promise.all([writeBooking(decide), refilling]);
  return written;
}

/** A new booking that is not yet written. */
export interface NewBooking {
  /** The booking with its hosts; with the first ones if they are chosen later. */
  booking: StoredBooking;
  /** Prepares the same booking with chosen hosts. */
  withHosts: (hosts: BookingHosts) => Promise<StoredBooking>;
  /** Whether the caller can access the bookings of its hosts. */
  canSeeBookings: boolean;
  requested: RequestedTime;
  ignoresAvailability: boolean;
  /** The limits that apply to it. */
  limits: readonly Limit[];
  /** The reservation in the request; it may have expired. */
  reservation: StoredReservation | undefined;
}

/**
 * Chooses the hosts of a new booking and writes it, if its time is open. The time of a reservation isn't checked: it was open for its hosts
 * when it was reserved. If there is a choice of hosts, the free ones are tried in the order in which they get a booking, until the claims
 * accept one.
 *
 * @throws {Failure} `no_available_users_found_error`, with the next slots
 */
export async function bookOpenTime<T>(
  { booking, withHosts, ignoresAvailability, reservation }: NewBooking,
  requested: RequestedTime,
  write: (booking: StoredBooking) => Promise<T>,
): Promise<T> {
  const reserved = isUsable(reservation, booking) ? reservedTimeOf(reservation) : undefined;
  const wasOpen =
    reserved && requested.bookable.required.every(({ user }) => reserved.hosts.includes(user.id));
  if (!ignoresAvailability && !wasOpen) await requireOpen(requested);
  const { startTime, endTime } = booking;
  const claim = booking.claim ?? rangeBetween(booking);
  const bookable = restrictToHost(requested.bookable, reserved?.hosts[0]);
  const ignoresHours = ignoresAvailability || bookable !== requested.bookable;
  const freed = { replaced: requested.moving, reserved: reserved?.time };
  const time = { bookable, startTime, endTime, claim, ignoresHours, ...freed };
  return withNextSlotsOnFailure(
    () => requested,
    async () => {
      if (!bookable.choice) return write(booking);
      return withFreeHosts(time, async (hosts) => write(await withHosts(hosts)));
    },
  );
}

/**
 * Prepares the requested booking with its ids, and checks everything except the availability of its time.
 *
 * @throws {Failure} `not_found` if the reservation doesn't exist, `invalid_request` if it is for another time
 * @throws {Failure} `limit_reached` if the booking is too large
 */
export async function prepareBooking(
  caller: Caller,
  input: BookingCreate,
  apiHost: string,
): Promise<NewBooking> {
  const [{ rights, ...eventTypeAndHosts }, reservation, [id = 0]] = await Promise.all([
    requireFound("#/eventTypeId", getBookableEventType(caller, input.eventTypeId)),
    input.reservationUid === undefined
      ? undefined
      : requireFound("#/reservationUid", getReservation(input.reservationUid)),
    takeIds("booking", 1),
    refillIds("attendee", USUAL_ATTENDEES),
  ]);
  const counted = await withCompleteCounters(eventTypeAndHosts);
  const bookable = isSystemAdmin(caller) ? withNamedHost(counted, input.userId) : counted;
  const keyChosenBy = input.idempotencyKey === undefined ? null : caller.userId;
  const attendeeIds: number[] = [];
  const withHosts = async (hosts: BookingHosts): Promise<StoredBooking> => {
    const draft = draftBooking({ eventType: bookable.eventType, ...hosts }, input, { id, apiHost });
    const missing = draft.attendees.length - attendeeIds.length;
    if (missing > 0) attendeeIds.push(...(await takeIds("attendee", missing)));
    const countedIn = countersFor(bookable, draft.startTime);
    const booking = { ...assignAttendeeIds(draft, attendeeIds), keyChosenBy, countedIn };
    requireItemSize(booking);
    return booking;
  };
  const booking = await withHosts(firstHosts(bookable));
  if (reservation) requireSameTime(reservation, booking);
  const requested = { callerId: caller.userId, bookable, booking, viewerZone: input.timeZone };
  const { canSeeBookings, mayIgnoreAvailability } = rights;
  const ignoresAvailability = input.ignoreAvailability === true && mayIgnoreAvailability;
  const limits = ignoresAvailability ? [] : limitsOf(bookable.eventType);
  return { booking, withHosts, canSeeBookings, requested, ignoresAvailability, limits, reservation };
}

/**
 * Returns an event type with only the host that a system admin named.
 *
 * @throws {Failure} `invalid_request` if the user is not a host of the event type
 */
function withNamedHost(bookable: Bookable, userId: number | undefined): Bookable {
  if (userId !== undefined && !hostIds(bookable).includes(userId))
    throw invalidField("#/userId", "This user is not the host of the event type.");
  return restrictToHost(bookable, userId);
}
