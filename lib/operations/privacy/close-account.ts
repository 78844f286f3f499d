import { listApiKeys } from "#lib/api-keys/list.ts";
import { revokeApiKey } from "#lib/api-keys/revoke.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { listOfHost } from "#lib/bookings/list-of-host.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { Caller } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { deleteEventType } from "#lib/event-types/delete.ts";
import { EventTypeOfUser } from "#lib/event-types/entity.ts";
import { Failure } from "#lib/failures.ts";
import { revokeAllGrants } from "#lib/oauth/grants/revoke-all.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/table/read.ts";
import { deleteWebhook } from "#lib/webhooks/delete.ts";
import { WebhookOfUser } from "#lib/webhooks/entity.ts";

/** The bookings a user hosts that are not over and hold time. */
export async function comingBookings(userId: number): Promise<number[]> {
  const coming: number[] = [];
  for await (const page of listOfHost(userId, "asc").read({}))
    for (const { id, status, endTime } of page) if (holdsTime(status) && endTime > nowIso()) coming.push(id);
  return coming;
}

/**
 * Ends what a user could still do and be asked for: locks them, revokes keys and grants, deletes event types and webhooks, and cancels what
 * they were to host, of which their own webhooks hear nothing: nothing is sent in the name of who is locked. Answers how many bookings these were.
 */
export async function closeAccount(caller: Caller, userId: number): Promise<number> {
  await lockUser(caller, userId, true);
  const [keys, eventTypes, webhooks] = await Promise.all([
    listApiKeys(caller, userId),
    queryAll(EventTypeOfUser, { userId }),
    queryAll(WebhookOfUser, { userId }),
  ]);
  for (const { id, revokedAt } of keys) if (revokedAt === null) await revokeApiKey(caller, userId, id);
  await revokeAllGrants(caller, { userId });
  for (const { id } of eventTypes) await deleteEventType(caller, { id });
  for (const { id } of webhooks) await deleteWebhook(caller, { id });
  const coming = await comingBookings(userId);
  for (const id of coming) await cancelBooking(caller, { id }, {});
  return coming.length;
}

/** @throws {Failure} `conflict` when a user is to host bookings */
export async function requireNothingComing(userId: number): Promise<void> {
  const { length } = await comingBookings(userId);
  if (length > 0)
    throw new Failure(
      "conflict",
      `They are to host ${length} bookings: cancel these with --cancel, or wait.`,
    );
}
