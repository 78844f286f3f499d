import { moveCounters } from "#lib/bookings/move-counters.ts";
import type { Caller } from "#lib/caller.ts";
import { moveClaims } from "#lib/claims/claims.ts";
import { releaseSeat } from "#lib/claims/reserved-seats.ts";
import { SlotItem } from "#lib/claims/seats.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import { getOwnReservation } from "./visibility.ts";
import { isLive, reservedTimeOf, uncountReservation } from "./writes.ts";

/** Every reservation has this version, because reservations are never changed. */
const INITIAL_VERSION = { version: 1 };

/** Deletes a reservation and frees its time. */
export async function deleteReservation(
  caller: Caller,
  { uid, ...expected }: { uid: string } & IfMatch,
): Promise<StoredReservation> {
  return retryFailedCondition(async () => {
    const reservation = await getOwnReservation(caller, uid);
    requireMatch(expected, INITIAL_VERSION);
    return commitResult(reservation, [
      remove(ReservationItem, { uid }, { if: present("pk") }),
      ...uncountReservation(reservation),
      ...moveCounters({ reservation: reservedTimeOf(reservation).counted }),
      ...(isLive(reservation) ? await releaseTime(reservation) : []),
    ]);
  });
}

async function releaseTime(reservation: StoredReservation): Promise<Operation[]> {
  const { userId, claim } = reservation;
  const { hosts, time, seat } = reservedTimeOf(reservation);
  if (claim.slot === null || seat === undefined)
    return hosts.flatMap((host) => moveClaims(host, { from: [time] }));
  return releaseSeat(await getItem(SlotItem, { userId, slot: claim.slot }), seat);
}
