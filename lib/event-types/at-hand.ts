import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { placesUnder } from "#lib/access/organization-members.ts";
import { notFound } from "#lib/http/failures.ts";
import { MembershipOfUser, type StoredMembership } from "#lib/memberships/entity.ts";
import { now } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { EventTypeItem } from "./entity.ts";

/** What a booking needs to know: the event type and its host. */
export interface Offer {
  eventType: Stored<typeof EventTypeItem>;
  host: Stored<typeof UserItem>;
}

/** Milliseconds a warm function goes on with what it has read; an edit takes effect within that time. */
const FRESH = 5_000;
const MOST_KEPT = 1_000;
const kept = new Map<number, Offer & { readAt: number }>();

/**
 * The event type a caller may book, with its host: the owner's own, their team's, those of an organisation's members for its
 * admins, any for a system admin, and those bookable by anyone. No round trip while it is at hand, one when not, two when the host is not the caller.
 *
 * @throws {Failure} `not_found` when there is none, it is hidden, or the caller may not book it
 */
export async function offerFor(caller: Caller, eventTypeId: number): Promise<Offer> {
  const known = kept.get(eventTypeId);
  const offer = known && now() - known.readAt < FRESH ? known : await readOffer(caller, eventTypeId);
  if (!offer || offer.eventType.hidden || !(await mayBook(caller, offer))) throw notFound("Event type");
  return offer;
}

async function readOffer(caller: Caller, id: number): Promise<Offer | undefined> {
  kept.delete(id);
  const [eventType, self] = await getItems([
    wanted(EventTypeItem, { id }),
    wanted(UserItem, { id: caller.userId }),
  ]);
  if (!eventType) return undefined;
  const host = eventType.userId === self?.id ? self : await getItem(UserItem, { id: eventType.userId });
  if (!host) return undefined;
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(id, { eventType, host, readAt: now() });
  return { eventType, host };
}

async function mayBook(caller: Caller, { eventType }: Offer): Promise<boolean> {
  const { userId, teamId, bookableBy } = eventType;
  if (userId === caller.userId || bookableBy === "anyone" || isSystemAdmin(caller)) return true;
  const places = [
    ...(teamId === null ? [] : [wanted(MembershipOfUser, { userId: caller.userId, teamId })]),
    ...placesUnder(caller, userId),
  ];
  const memberships: (StoredMembership | undefined)[] = await getItems(places);
  return memberships.some((membership) => membership?.accepted);
}
