import type { Hours } from "#lib/availability/model.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import { hoursFor } from "#lib/schedules/of-host.ts";
import { schedulesOf } from "#lib/schedules/of-user.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { EventTypeItem } from "./entity.ts";
import { bookingRights } from "./visibility.ts";

/** An event type, its host, and the hours at which it can be booked: null if the host has no schedule. */
export interface Bookable {
  eventType: Stored<typeof EventTypeItem>;
  host: Stored<typeof UserItem>;
  hours: Hours | null;
}

/** Milliseconds for which a warm function uses what it has read; changes apply within this time. */
const FRESH = 5_000;
const MOST_CACHED = 1_000;
const bookables = perService(() => new Map<number, Bookable & { readAt: number }>());

/**
 * Gets an event type that the caller may book ({@link bookingRights}), with its host and hours. No round trip while it is cached, else
 * one, or two if it was never cached and the host is not the caller; one more where memberships decide.
 *
 * @throws {Failure} `not_found` when there is none, it is hidden, its host is locked, or the caller may not book it
 */
export async function getBookableEventType(
  caller: Caller,
  eventTypeId: number,
): Promise<Bookable & { canSeeBookings: boolean }> {
  const bookable = await findBookable(caller.userId, eventTypeId);
  if (!bookable) throw notFound("Event type");
  const { mayBook, canSeeBookings } = await bookingRights(caller, bookable);
  if (!mayBook) throw notFound("Event type");
  return { ...bookable, canSeeBookings };
}

/**
 * Finds an event type with its host and hours, without checking who may book it. No round trip while it is cached, otherwise one; two if
 * it was never cached and the host is another user than the given one.
 */
export async function findBookable(likelyHost: number, eventTypeId: number): Promise<Bookable | undefined> {
  const cached = bookables().get(eventTypeId);
  if (cached && now() - cached.readAt < FRESH) return cached;
  // The host of an event type never changes.
  return readBookable(cached?.host.id ?? likelyHost, eventTypeId);
}

/** Reads an event type with its host and hours, whether they are cached or not. */
export async function readBookable(likelyHost: number, id: number): Promise<Bookable | undefined> {
  bookables().delete(id);
  const readAt = now();
  // Most callers book their own event types, so these users and their schedules are read at the same time.
  const [[eventType, likely], likelySchedules] = await Promise.all([
    getItems([wanted(EventTypeItem, { id }), wanted(UserItem, { id: likelyHost })]),
    schedulesOf(likelyHost),
  ]);
  if (!eventType) return undefined;
  const { userId } = eventType;
  const [host, schedules] =
    userId === likely?.id
      ? [likely, likelySchedules]
      : await Promise.all([getItem(UserItem, { id: userId }), schedulesOf(userId)]);
  if (!host) return undefined;
  const bookable = { eventType, host, hours: hoursFor(eventType, host, schedules) };
  cacheBookable(bookable, readAt);
  return bookable;
}

/** Caches what was read, or has been written since. */
export function cacheBookable(bookable: Bookable, readAt: number): void {
  const cache = bookables();
  const [oldest] = cache.keys();
  if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(bookable.eventType.id, { ...bookable, readAt });
}
