import type { CountedTime } from "#lib/bookings/counter-writes.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { ClaimedTime } from "#lib/calendar/claims/claims.ts";
import { expiringOwner, hasExpired, isOver, reservationName } from "#lib/calendar/claims/owner.ts";
import { ALL_RESERVATIONS, ReservationsOfUser } from "#lib/calendar/claims/reservations-of-user.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { absent, all, any, lessThan, present } from "#lib/storage/table/condition.ts";
import { type Operation, remove, update } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import { reservationNotFound } from "./visibility.ts";

/** Returns the owner that a reservation is in claim rows and slots. */
export const ownerOf = ({ uid, until }: Pick<StoredReservation, "uid" | "until">): string =>
  expiringOwner(reservationName(uid), until);

/** The time of a reservation in the claims of its hosts. */
export interface ReservedTime {
  /** The ids of its hosts. */
  hosts: readonly number[];
  /** Its minutes; with a seat, those of the slot while the slot has no bookings. */
  time: ClaimedTime;
  /** The owner of its seat, if the event type has seats. */
  seat: string | undefined;
  /** How counters of limits count it. */
  counted: CountedTime;
}

/** Returns the time of a reservation in the claims of its hosts. */
export function reservedTimeOf(reservation: StoredReservation): ReservedTime {
  const { claim, until, userId, otherHostIds = [] } = reservation;
  const hosts = [userId, ...otherHostIds];
  const owner = ownerOf(reservation);
  const { from, to, slot } = claim;
  const counted = { ...reservation, owner };
  return slot === null
    ? { hosts, time: { from, to, owner }, seat: undefined, counted }
    : { hosts, time: { from, to, owner: expiringOwner(slot, until) }, seat: owner, counted };
}

/** The most reservations of a user that have not expired. */
const MAX_RESERVATIONS = 20;
/** The most of them of the event types of one other user. */
const MAX_OF_OTHER_USER = 5;

const limitReached = (group: string): Failure => {
  const what =
    group === ALL_RESERVATIONS
      ? `${MAX_RESERVATIONS} reservations at a time`
      : `${MAX_OF_OTHER_USER} reservations at a time of the event types of another user`;
  return new Failure(
    "limit_reached",
    `A user can have at most ${what}. Book or delete one, or wait until one expires.`,
  );
};

/**
 * Counts a new reservation for its creator. If a count was seen at its limit, the expired ones are removed.
 *
 * @throws {Failure} `limit_reached`
 */
export const countReservation = (reservation: StoredReservation, seen: SeenItems): Operation[] =>
  reservation.groups.map((group) => countInGroup(group, reservation, seen));

function countInGroup(group: string, reservation: StoredReservation, seen: SeenItems): Operation {
  const { creatorId: userId, ttl } = reservation;
  const key = { userId, group };
  const set = { ...key, [ownerOf(reservation)]: 1, ttl };
  const most = group === ALL_RESERVATIONS ? MAX_RESERVATIONS : MAX_OF_OTHER_USER;
  const row = seen.row(ReservationsOfUser, key);
  if (!row)
    return update(ReservationsOfUser, key, {
      set,
      add: { count: 1 },
      if: any(absent("count"), lessThan("count", most)),
    });
  const expired = Object.keys(row).filter(hasExpired);
  if (Number(row["count"]) - expired.length >= most) throw limitReached(group);
  return update(ReservationsOfUser, key, {
    set,
    add: { count: 1 - expired.length },
    remove: expired,
    if: all(lessThan("count", most + expired.length), ...expired.map(present)),
  });
}

/** Removes a reservation from the counts of its creator, unless they were seen without it. */
export function uncountReservation(reservation: StoredReservation, seen: SeenItems): Operation[] {
  const owner = ownerOf(reservation);
  return reservation.groups.flatMap((group) => {
    const key = { userId: reservation.creatorId, group };
    if (seen.has(ReservationsOfUser, key) && seen.row(ReservationsOfUser, key)?.[owner] === undefined)
      return [];
    return [update(ReservationsOfUser, key, { add: { count: -1 }, remove: [owner], if: present(owner) })];
  });
}

type Times = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime">;

/** Requires that a reservation is for the event type and the time of a booking. */
export function requireSameTime(reservation: StoredReservation, booking: Times): void {
  const { eventTypeId, startTime, endTime } = reservation;
  if (eventTypeId !== booking.eventTypeId)
    throw invalidField("#/reservationUid", `The reservation is for the event type ${eventTypeId}.`);
  if (startTime !== booking.startTime || endTime !== booking.endTime)
    throw invalidField("#/reservationUid", `The reservation is for the time ${startTime} to ${endTime}.`);
}

/** Whether a reservation has not expired. */
export const isLive = ({ until }: StoredReservation): boolean => !isOver(until);

/**
 * Whether a booking can have the time of a reservation: it has not expired, and both are in the same slot, or the reservation is in none. The event
 * type may have seats only since the time was reserved.
 */
export const isUsable = (
  reservation: StoredReservation | undefined,
  { claim }: Pick<StoredBooking, "claim">,
): reservation is StoredReservation =>
  reservation !== undefined && isLive(reservation) && [null, claim?.slot].includes(reservation.claim.slot);

/** The time that a booking gets from its reservation, and the operations that delete the reservation. */
export interface ReservationUse {
  /** The claim of the booking: the reserved minutes, if it gets them. */
  claim: StoredBooking["claim"];
  /** The reserved time; undefined if the reservation has expired, so that the booking claims its time like any other. */
  time: ReservedTime | undefined;
  writes: Operation[];
}

/**
 * Uses a reservation for a booking, and deletes it.
 *
 * @throws {Failure} `not_found` if it was seen to be booked or deleted after it was read
 */
export function useReservation(
  reservation: StoredReservation | undefined,
  booking: Pick<StoredBooking, "claim">,
  seen: SeenItems,
): ReservationUse {
  if (!reservation) return { claim: booking.claim, time: undefined, writes: [] };
  const { uid } = reservation;
  if (seen.has(ReservationItem, { uid })) throw reservationNotFound();
  const writes = [
    remove(ReservationItem, { uid }, { if: present("pk") }),
    ...uncountReservation(reservation, seen),
  ];
  return isUsable(reservation, booking)
    ? {
        claim: { ...reservation.claim, slot: booking.claim?.slot ?? null },
        time: reservedTimeOf(reservation),
        writes,
      }
    : { claim: booking.claim, time: undefined, writes };
}
