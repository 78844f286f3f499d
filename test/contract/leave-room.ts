import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import type { Caller } from "#lib/caller.ts";
import { listHolds } from "#lib/claims/list-holds.ts";
import { reservationUidOf } from "#lib/claims/owner.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { deleteSchedule } from "#lib/schedules/delete.ts";
import { schedulesOf } from "#lib/schedules/of-user.ts";

/** Deletes the schedules of a host that no event type names, but for the nine latest, so that a host may make any number. */
export async function leaveRoomForSchedule(host: Caller): Promise<void> {
  const unused = (await schedulesOf(host.userId)).filter(({ eventTypeCount }) => eventTypeCount === 0);
  for (const { id } of unused.slice(0, -9)) await undefinedIfNotFound(deleteSchedule(host, { id }));
}

/** Deletes all but the nine latest reservations of a host's time, so that one credential may make any number. */
export async function leaveRoomForReservation(host: Caller): Promise<void> {
  const holds = await listHolds(host.userId, { from: 0, to: Date.UTC(2040, 0) / 60_000 });
  const uids = holds.flatMap(({ owner }) => reservationUidOf(owner) ?? []);
  for (const uid of uids.slice(0, -9)) await undefinedIfNotFound(deleteReservation(host, { uid }));
}
