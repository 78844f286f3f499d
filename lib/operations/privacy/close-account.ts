import { listApiKeys } from "#lib/api-keys/list.ts";
import { revokeApiKey } from "#lib/api-keys/revoke.ts";
import { listBookingsOfHost } from "#lib/bookings/bookings-of-host.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { Caller } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { deleteEventType } from "#lib/event-types/delete.ts";
import { EventTypeOfUser } from "#lib/event-types/entity.ts";
import { Failure } from "#lib/failures.ts";
import { revokeAllGrants } from "#lib/oauth/grants/revoke-all.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { deleteSchedule } from "#lib/schedules/delete.ts";
import { listSchedulesOfUser } from "#lib/schedules/list-of-user.ts";
import { queryAll } from "#lib/table/query.ts";
import { deleteWebhook } from "#lib/webhooks/subscriptions/delete.ts";
import { WebhookOfUser } from "#lib/webhooks/subscriptions/entity.ts";

/** The bookings a user hosts that are not over and hold time. */
export async function comingBookings(userId: number): Promise<number[]> {
  const coming: number[] = [];
  for await (const page of listBookingsOfHost(userId, "asc").read({}))
    for (const { id, status, endTime } of page) if (holdsTime(status) && endTime > nowIso()) coming.push(id);
  return coming;
}

/**
 * What ends the items of a user of each entity that declares `accountClosing: "ended"`, in this order. Bookings are cancelled last, once the
 * user is locked and their webhooks are deleted: these receive nothing of it.
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
  webhook: async (caller, userId) => {
    for (const { id } of await queryAll(WebhookOfUser, { userId })) await deleteWebhook(caller, { id });
  },
  booking: async (caller, userId) => {
    for (const id of await comingBookings(userId)) await cancelBooking(caller, { id }, {});
  },
};

/** Ends what a user could still do and host. Answers how many bookings were cancelled. */
export async function closeAccount(caller: Caller, userId: number): Promise<number> {
  const { length } = await comingBookings(userId);
  for (const step of Object.values(CLOSING_STEPS)) await step(caller, userId);
  return length;
}

/** @throws {Failure} `conflict` when a user is to host bookings */
export async function requireNothingComing(userId: number): Promise<void> {
  const { length } = await comingBookings(userId);
  if (length > 0)
    throw new Failure(
      "conflict",
      `The user hosts ${length} future bookings. Cancel them with --cancel, or wait until they are over.`,
    );
}
