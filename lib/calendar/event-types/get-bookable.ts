import type { Hours } from "#lib/calendar/availability/calendar.ts";
import { hoursOfEventType } from "#lib/calendar/schedules/hours.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { EventTypeItem } from "./entity.ts";
import { type HostsAndOwner, ownerAsHost, readHosts } from "./read-hosts.ts";
import { type BookingRights, bookingRights } from "./visibility.ts";

/** An event type, its owner, and its hosts. */
export interface Bookable extends HostsAndOwner {
  eventType: Stored<typeof EventTypeItem>;
  owner: Stored<typeof UserItem>;
  /** The hours of the event type's schedule, otherwise of its owner's default; null if the owner has no schedule. */
  hours: Hours | null;
}

/** Milliseconds for which an event type is cached; changes apply within this time. */
const CACHE_TIME = 5_000;
const MAX_CACHED = 1_000;
const bookables = perService(() => new BoundedCache<number, Bookable & { readAt: number }>(MAX_CACHED));

/**
 * Gets an event type that the caller may book ({@link bookingRights}), with its hosts.
 *
 * @throws {Failure} `not_found` if it does not exist, is hidden, has a locked host and no other, or if the caller may not book it
 */
export async function getBookableEventType(
  caller: Caller,
  eventTypeId: number,
): Promise<Bookable & { rights: BookingRights }> {
  const bookable = await findBookable(caller.userId, eventTypeId);
  if (!bookable) throw notFound("Event type");
  const rights = await bookingRights(caller, bookable);
  if (!rights.mayBook) throw notFound("Event type");
  return { ...bookable, rights };
}

/** Finds an event type with its hosts, without checking who may book it. */
export async function findBookable(likelyOwner: number, eventTypeId: number): Promise<Bookable | undefined> {
  const cached = bookables().get(eventTypeId);
  if (cached && now() - cached.readAt < CACHE_TIME) return cached;
  // The owner of an event type never changes.
  return readBookable(cached?.owner.id ?? likelyOwner, eventTypeId);
}

/** Reads an event type with its hosts, whether they are cached or not. */
export async function readBookable(likelyOwner: number, id: number): Promise<Bookable | undefined> {
  bookables().delete(id);
  const readAt = now();
  // Most callers book their own event types, so these users and their schedules are read at the same time.
  const [[eventType, likely], likelySchedules] = await Promise.all([
    findItems([itemRequest(EventTypeItem, { id }), itemRequest(UserItem, { id: likelyOwner })]),
    listSchedulesOfUser(likelyOwner),
  ]);
  if (!eventType) return undefined;
  const { userId } = eventType;
  const [owner, schedules] =
    userId === likely?.id
      ? [likely, likelySchedules]
      : await Promise.all([findItem(UserItem, { id: userId }), listSchedulesOfUser(userId)]);
  if (!owner) return undefined;
  const hours = hoursOfEventType(eventType, owner, schedules);
  const sharedHours = eventType.scheduleId === null ? undefined : (hours ?? undefined);
  const hosts =
    eventType.schedulingType === null ? ownerAsHost(owner, hours) : await readHosts(eventType, sharedHours);
  const bookable = { eventType, owner, hours, ...hosts };
  cacheBookable(bookable, readAt);
  return bookable;
}

/** Caches an event type that was read, or written, at a time (milliseconds since 1970). */
export function cacheBookable(bookable: Bookable, readAt: number): void {
  bookables().set(bookable.eventType.id, { ...bookable, readAt });
}
