import { newUid } from "#lib/bookings/identifiers.ts";
import { allowedTimes, claimFor } from "#lib/bookings/rules.ts";
import type { Caller } from "#lib/caller.ts";
import { moveHold } from "#lib/claims/claims.ts";
import { reserveSeat } from "#lib/claims/reserved-seats.ts";
import { SlotItem, slotName } from "#lib/claims/seats.ts";
import { getBookableEventType } from "#lib/event-types/get-bookable.ts";
import { now } from "#lib/platform/clock.ts";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { offerNextSlots, requireOpen, requireWithinLimits } from "#lib/slots/require-open.ts";
import { commit } from "#lib/table/commit.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import type { Refused } from "#lib/table/refused.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import { countReservation } from "./limit.ts";
import type { ReservationCreate } from "./model.ts";
import { ownerOf, reservedBy } from "./reserved.ts";

const DAY_SECONDS = 86_400;

/**
 * Reserves a time of an event type for a few minutes: nobody can book or reserve it without the reservation's uid until it expires.
 * One round trip if the event type is cached, else two; one more for a seat.
 *
 * @throws {Failure} `not_found` when the caller may not book the event type
 * @throws {Failure} `no_available_users_found_error`, `booking_seats_full` as for a booking
 * @throws {Failure} `limit_reached` when the credential has 20 reservations
 */
export async function createReservation(
  caller: Caller,
  input: ReservationCreate,
): Promise<StoredReservation> {
  const { canSeeBookings: _, ...bookable } = await getBookableEventType(caller, input.eventTypeId);
  const { eventType, host } = bookable;
  const { seatsPerTimeSlot } = eventType;
  const times = allowedTimes(eventType, input.start, endOf(input));
  const slot = seatsPerTimeSlot === null ? null : slotName(eventType.id, times);
  const until = Math.floor(now() / 1_000) + input.ttlMinutes * 60;
  const drafted: StoredReservation = {
    ...times,
    uid: newUid(),
    userId: host.id,
    eventTypeId: eventType.id,
    until,
    claim: { ...claimFor(eventType, times), slot },
    credentialId: caller.credentialId,
    ttl: until + DAY_SECONDS,
  };
  const booking = { ...drafted, attendees: ["one seat"], eventType: { seatsPerTimeSlot } };
  const requested = { bookable, booking };
  await requireOpen(requested);
  await requireWithinLimits(requested);
  return offerNextSlots(
    () => requested,
    () =>
      retryRefused(async (refused) => {
        const { reservation, claims } = await claimTime(drafted, seatsPerTimeSlot, refused);
        return commit(reservation, [
          countReservation(reservation),
          ...claims,
          put(ReservationItem, reservation),
        ]);
      }),
  );
}

const endOf = ({ start, duration }: ReservationCreate): string | undefined =>
  duration === undefined ? undefined : instantOf(minuteOf(start) + duration);

/** Claims the minutes of a reservation, or a seat of its slot, which keeps the minutes it has. */
async function claimTime(
  reservation: StoredReservation,
  seatsPerTimeSlot: number | null,
  refused: Refused | undefined,
): Promise<{ reservation: StoredReservation; claims: Operation[] }> {
  const { userId, claim } = reservation;
  const refusal = hostUnavailable("busy");
  if (claim.slot === null || seatsPerTimeSlot === null) {
    const { hold } = reservedBy(reservation);
    return { reservation, claims: moveHold(userId, { to: [hold], refusal }) };
  }
  const found = refused?.itemOf(SlotItem) ?? (await getItem(SlotItem, { userId, slot: claim.slot }));
  const { from, to } = found ?? claim;
  const seat = { userId, claim: { from, to, slot: claim.slot }, owner: ownerOf(reservation) };
  return {
    reservation: { ...reservation, claim: seat.claim },
    claims: reserveSeat(found, seat, { seatsPerTimeSlot, refusal }),
  };
}
