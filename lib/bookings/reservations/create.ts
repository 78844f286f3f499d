import { counterWrites } from "#lib/bookings/counter-writes.ts";
import { firstHosts, withFreeHosts } from "#lib/bookings/hosts/choose-hosts.ts";
import { newUid } from "#lib/bookings/identifiers.ts";
import { withCompleteCounters } from "#lib/bookings/limits/complete-counters.ts";
import { countersFor } from "#lib/bookings/limits/counter.ts";
import { requireOpen, withNextSlotsOnFailure } from "#lib/bookings/open-times/require-open.ts";
import { allowedTimes, claimFor, requireLength } from "#lib/bookings/rules.ts";
import { claimWrites } from "#lib/calendar/claims/claims.ts";
import { ALL_RESERVATIONS, reservationsOf } from "#lib/calendar/claims/reservations-of-user.ts";
import { reserveSeat } from "#lib/calendar/claims/reserved-seats.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { type Bookable, getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import { limitsOf } from "#lib/calendar/event-types/limits.ts";
import { hostUnavailable } from "#lib/calendar/slots/host-unavailable.ts";
import type { Caller } from "#lib/caller.ts";
import { requireFound } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import type { ReservationCreate } from "./schema.ts";
import { countReservation, ownerOf, reservedTimeOf } from "./writes.ts";

const DAY_SECONDS = 86_400;

/**
 * Reserves a time of an event type for a few minutes: until it expires, only a booking with the reservation's uid can have the time. If
 * there is a choice of hosts, it is the time of the host who would get a booking. It counts in the limits of the event type like a booking.
 *
 * @throws {Failure} `not_found` if the caller may not book the event type
 * @throws {Failure} `no_available_users_found_error`, `booking_seats_full` as for a booking
 * @throws {Failure} `limit_reached` if the caller has 20 reservations, or 5 for event types of one other user
 */
export async function createReservation(
  caller: Caller,
  input: ReservationCreate,
): Promise<StoredReservation> {
  const { rights, ...found } = await requireFound(
    "#/eventTypeId",
    getBookableEventType(caller, input.eventTypeId),
  );
  const bookable = await withCompleteCounters(found);
  const isOwner = bookable.owner.id === caller.userId && bookable.ownerHasRights;
  const isGuest = !rights.mayIgnoreAvailability && !isOwner;
  const groups = [ALL_RESERVATIONS, ...(isGuest ? [reservationsOf(bookable.owner.id)] : [])];
  const draft = { ...draftReservation(bookable, input), creatorId: caller.userId, groups };
  const { seatsPerTimeSlot } = bookable.eventType;
  const booking = { ...draft, attendees: ["one seat"], eventType: { seatsPerTimeSlot } };
  const requested = { callerId: caller.userId, bookable, booking };
  await requireOpen(requested);
  return withNextSlotsOnFailure(
    () => requested,
    () =>
      withFreeHosts({ bookable, ...draft }, ({ host, others }) => {
        const otherHostIds = others.map(({ id }) => id);
        const hosts = { userId: host.id, ...(others.length > 0 && { otherHostIds }) };
        return writeReservation({ ...draft, ...hosts }, bookable.eventType);
      }),
  );
}

function draftReservation(
  bookable: Bookable,
  input: ReservationCreate,
): Omit<StoredReservation, "creatorId" | "groups"> {
  const { eventType } = bookable;
  const { start, duration = eventType.length } = input;
  requireLength(eventType, duration, "#/duration");
  const times = allowedTimes(eventType, start, instantOf(minuteOf(start) + duration));
  const until = Math.floor(now() / 1_000) + input.ttlMinutes * 60;
  return {
    ...times,
    uid: newUid(),
    userId: firstHosts(bookable).host.id,
    eventTypeId: eventType.id,
    until,
    claim: claimFor(eventType, times),
    countedIn: countersFor(bookable, times.startTime),
    ttl: until + DAY_SECONDS,
  };
}

const writeReservation = (
  draft: StoredReservation,
  eventType: Bookable["eventType"],
): Promise<StoredReservation> =>
  writeDecision(async (seen) => {
    const { reservation, claims } = await claimTime(draft, eventType.seatsPerTimeSlot, seen);
    const counted = { after: reservedTimeOf(reservation).counted, limits: limitsOf(eventType) };
    return {
      result: reservation,
      operations: [
        ...countReservation(reservation, seen),
        ...claims,
        ...counterWrites(counted, seen),
        put(ReservationItem, reservation),
      ],
    };
  });

/** Claims the minutes of a reservation, or a seat of its slot; the minutes of an existing slot stay the same. */
async function claimTime(
  reservation: StoredReservation,
  seatsPerTimeSlot: number | null,
  seen: SeenItems,
): Promise<{ reservation: StoredReservation; claims: Operation[] }> {
  const { userId, claim } = reservation;
  const failure = hostUnavailable("busy");
  if (claim.slot === null || seatsPerTimeSlot === null) {
    const { hosts, time } = reservedTimeOf(reservation);
    const claims = hosts.flatMap((host) => claimWrites(host, { claimed: [time], failure }, seen));
    return { reservation, claims };
  }
  const key = { userId, slot: claim.slot };
  const existing = seen.has(SeatedTimeItem, key)
    ? seen.find(SeatedTimeItem, key)
    : await findItem(SeatedTimeItem, key);
  const { from, to } = existing ?? claim;
  const seat = { userId, claim: { from, to, slot: claim.slot }, owner: ownerOf(reservation) };
  return {
    reservation: { ...reservation, claim: seat.claim },
    claims: reserveSeat(existing, seat, { seatsPerTimeSlot, failure, seen }),
  };
}
