import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import type { Caller } from "#lib/caller.ts";
import { listClaimedTime } from "#lib/claims/list-claimed-time.ts";
import { reservationUidOf } from "#lib/claims/owner.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { deleteSchedule } from "#lib/schedules/delete.ts";
import { ScheduleLocator } from "#lib/schedules/entity.ts";
import { listSchedulesOfUser } from "#lib/schedules/list-of-user.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";

/** Deletes a host's unused schedules except the nine newest, so that tests do not reach the limit. */
export async function leaveRoomForSchedule(host: Caller): Promise<void> {
  const schedules = await listSchedulesOfUser(host.userId);
  const locators = await getItems(schedules.map(({ id }) => itemRequest(ScheduleLocator, { id })));
  const unused = schedules.filter((_, at) => locators[at]?.eventTypeCount === 0);
  for (const { id } of unused.slice(0, -9)) await undefinedIfNotFound(deleteSchedule(host, { id }));
}

/** Deletes a host's reservations except the nine newest, so that tests do not reach the limit. */
export async function leaveRoomForReservation(host: Caller): Promise<void> {
  const holds = await listClaimedTime(host.userId, { from: 0, to: Date.UTC(2040, 0) / 60_000 });
  const uids = holds.flatMap(({ owner }) => reservationUidOf(owner) ?? []);
  for (const uid of uids.slice(0, -9)) await undefinedIfNotFound(deleteReservation(host, { uid }));
}
