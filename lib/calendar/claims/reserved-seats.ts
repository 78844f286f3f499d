import type { Failure } from "#lib/failures.ts";
import { all, atMost, equals, greaterThan, present } from "#lib/storage/table/condition.ts";
import { type Operation, put, remove, update } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { claimWrites } from "./claims.ts";
import { expiringOwner, expiryOf } from "./owner.ts";
import {
  expiredIn,
  isUnchanged,
  latestExpiry,
  liveReservationsIn,
  MAX_FREED,
  SeatedTimeItem,
  type StoredSeatedTime,
  seatsFull,
  takenSeats,
} from "./seats.ts";

interface SeatReservation {
  userId: number;
  claim: { from: number; to: number; slot: string };
  /** The owner of the seat; it expires. */
  owner: string;
}

/**
 * Creates the operations that reserve a seat of a seated time, under the condition that it is as it was read. Without bookings it expires with
 * its last reservation.
 *
 * @throws {Failure} `booking_seats_full`
 */
export function reserveSeat(
  slot: StoredSeatedTime | undefined,
  { userId, claim, owner }: SeatReservation,
  { seatsPerTimeSlot, failure, seen }: { seatsPerTimeSlot: number; failure: Failure; seen: SeenItems },
): Operation[] {
  const ttl = expiryOf(owner) ?? 0;
  if (!slot) {
    const { from, to } = claim;
    const time = { from, to, owner: expiringOwner(claim.slot, ttl) };
    return [
      put(SeatedTimeItem, { userId, ...claim, taken: 1, holders: 0, ttl, [owner]: 1 }),
      ...claimWrites(userId, { claimed: [time], failure }, seen),
    ];
  }
  if (takenSeats(slot) >= seatsPerTimeSlot) throw seatsFull();
  const freed = expiredIn(slot).slice(0, MAX_FREED);
  const after = slot.ttl === undefined ? undefined : Math.max(slot.ttl, ttl);
  const change = update(
    SeatedTimeItem,
    { userId, slot: slot.slot },
    {
      set: { [owner]: 1, ttl: after },
      add: { taken: 1 - freed.length, revision: 1 },
      remove: freed,
      if: all(
        ...(slot.ttl === undefined
          ? [greaterThan("holders", 0)]
          : [equals("holders", 0), equals("ttl", slot.ttl)]),
        atMost("taken", seatsPerTimeSlot - 1 + freed.length),
        ...freed.map((name) => present(name)),
      ),
    },
  );
  return [change, ...moveExpiry(slot, after, seen)];
}

/** Creates the operations that free the seat of a reservation, and with the last seat also the minutes; none if the seated time doesn't have it. */
export function releaseSeat(slot: StoredSeatedTime | undefined, owner: string, seen: SeenItems): Operation[] {
  if (slot?.[owner] === undefined) return [];
  const { userId, ttl } = slot;
  const key = { userId, slot: slot.slot };
  const change = { add: { taken: -1, revision: 1 }, remove: [owner] };
  if (ttl === undefined)
    return [update(SeatedTimeItem, key, { ...change, if: all(present(owner), greaterThan("holders", 0)) })];
  const after = latestExpiry(liveReservationsIn(slot).filter((other) => other !== owner));
  const guard = { if: all(isUnchanged(slot), equals("ttl", ttl), present(owner)) };
  if (after === undefined) return [remove(SeatedTimeItem, key, guard), ...moveExpiry(slot, undefined, seen)];
  return [
    update(SeatedTimeItem, key, { ...change, set: { ttl: after }, ...guard }),
    ...moveExpiry(slot, after, seen),
  ];
}

/** Changes the expiry of the minutes of a seated time without bookings, or frees them. */
function moveExpiry(
  { userId, slot, from, to, ttl }: StoredSeatedTime,
  after: number | undefined,
  seen: SeenItems,
): Operation[] {
  if (ttl === undefined || ttl === after) return [];
  const timeUntil = (until: number) => ({ from, to, owner: expiringOwner(slot, until) });
  const claimed = after === undefined ? [] : [timeUntil(after)];
  return claimWrites(userId, { released: [timeUntil(ttl)], claimed }, seen);
}
