import { listBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { ConnectionItem } from "#lib/calendar/external/entity.ts";
import { projectAllHours } from "#lib/calendar/external/project-busy-times.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import type { Caller } from "#lib/caller.ts";
import { disconnectCalendars } from "#lib/delivery/calendars/disconnect.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { WebhookOfUser } from "#lib/delivery/subscriptions/entity.ts";
import { Failure } from "#lib/failures.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { revokeAllGrants } from "#lib/identity/oauth/grants/writes.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/storage/table/query.ts";

/** Lists the ids of the bookings of a host that have not ended and hold time. */
export async function listComingBookings(userId: number): Promise<number[]> {
  const coming: number[] = [];
  for await (const page of listBookingsOfHost(userId, "asc").read({}))
    for (const { id, status, endTime } of page) if (holdsTime(status) && endTime > nowIso()) coming.push(id);
  return coming;
}

/**
 * The steps that close an account, in this order: one for each entity that declares `accountClosing: "ended"`. Bookings are cancelled
 * last: the webhooks of the user are deleted by then, so they do not receive the cancellations.
 */
export const CLOSING_STEPS: Readonly<Record<string, (caller: Caller, userId: number) => Promise<unknown>>> = {
  user: (caller, userId) => lockUser(caller, userId, true),
  "api-key": async (caller, userId) => {
    for (const { id, revokedAt } of await listApiKeys(caller, userId))
      if (revokedAt === null) await revokeApiKey(caller, userId, id);
  },
  grant: (caller, userId) => revokeAllGrants(caller, { userId }),
  "event-type": async (caller, userId) => {
    for (const { id } of await queryAll(EventTypeOfUser, { userId })) await deleteEventType(caller, { id });
  },
  schedule: async (caller, userId) => {
    for (const { id } of await listSchedulesOfUser(userId)) await deleteSchedule(caller, { id });
  },
  "calendar-connection": async (caller, userId) => {
    for (const { id } of await queryAll(ConnectionItem, { userId }))
      await disconnectCalendars(caller, { id });
    await projectAllHours(userId);
  },
  webhook: async (caller, userId) => {
    for (const { id } of await queryAll(WebhookOfUser, { userId })) await deleteWebhook(caller, { id });
  },
  booking: async (caller, userId) => {
    for (const id of await listComingBookings(userId))
      await cancelBooking(caller, { id }, { sendEmails: false });
  },
};

/** Locks a user, deletes or revokes what belongs to the account, and cancels future bookings. Returns how many were cancelled. */
export async function closeAccount(caller: Caller, userId: number): Promise<number> {
  const { length } = await listComingBookings(userId);
  for (const step of Object.values(CLOSING_STEPS)) await step(caller, userId);
  return length;
}

/**
 * Requires that a user hosts no bookings that have not ended.
 *
 * @throws {Failure} `conflict`
 */
export async function requireNoComingBookings(userId: number): Promise<void> {
  const { length } = await listComingBookings(userId);
  if (length > 0)
    throw new Failure(
      "conflict",
      `The user hosts ${length} future bookings. Cancel them with --cancel, or wait until they are over.`,
    );
}
