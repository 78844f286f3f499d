import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { reservationUidOf } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { ScheduleLocator } from "#lib/calendar/schedules/entity.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import type { Caller } from "#lib/caller.ts";
import { disconnectCalendars } from "#lib/delivery/calendars/disconnect.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";

/** Deletes a host's unused schedules except the nine newest, so that tests do not reach the limit. */
export async function leaveRoomForSchedule(host: Caller): Promise<void> {
  const schedules = await listSchedulesOfUser(host.userId);
  const locators = await findItems(schedules.map(({ id }) => itemRequest(ScheduleLocator, { id })));
  const unused = schedules.filter((_, at) => locators[at]?.eventTypeCount === 0);
  for (const { id } of unused.slice(0, -9)) await undefinedIfNotFound(deleteSchedule(host, { id }));
}

/** Deletes a host's reservations except the nine newest, so that tests do not reach the limit. */
export async function leaveRoomForReservation(host: Caller): Promise<void> {
  const holds = await listClaimedTime(host.userId, { from: 0, to: Date.UTC(2040, 0) / 60_000 });
  const uids = holds.flatMap(({ owner }) => reservationUidOf(owner) ?? []);
  for (const uid of uids.slice(0, -9)) await undefinedIfNotFound(deleteReservation(host, { uid }));
}

/** Deletes a host's connections to calendars, so that tests do not reach the limit. */
export async function leaveRoomForConnection(host: Caller): Promise<void> {
  const { connections } = await readCalendars(host.userId);
  for (const { id } of connections) await undefinedIfNotFound(disconnectCalendars(host, { id }));
}
