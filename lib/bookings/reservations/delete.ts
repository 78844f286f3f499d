import { counterWrites } from "#lib/bookings/counter-writes.ts";
import { claimWrites } from "#lib/calendar/claims/claims.ts";
import { releaseSeat } from "#lib/calendar/claims/reserved-seats.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { present } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { type Operation, remove } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
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
  return writeDecision(async (seen) => {
    const reservation = await getOwnReservation(caller, uid);
    requireMatch(expected, INITIAL_VERSION);
    const operations = [
      remove(ReservationItem, { uid }, { if: present("pk") }),
      ...uncountReservation(reservation, seen),
      ...counterWrites({ reservation: reservedTimeOf(reservation).counted }, seen),
      ...(isLive(reservation) ? await releaseTime(reservation, seen) : []),
    ];
    return { result: reservation, operations };
  });
}

async function releaseTime(reservation: StoredReservation, seen: SeenItems): Promise<Operation[]> {
  const { userId, claim } = reservation;
  const { hosts, time, seat } = reservedTimeOf(reservation);
  if (claim.slot === null || seat === undefined)
    return hosts.flatMap((host) => claimWrites(host, { released: [time] }, seen));
  return releaseSeat(await findItem(SeatedTimeItem, { userId, slot: claim.slot }), seat, seen);
}
