import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { placesUnder } from "#lib/memberships/visibility.ts";
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
 * The event type a caller may book, with its host: the owner's own; a team's, for members while the owner is one; that of an
 * organisation's member, for its admins; any, for a system admin; and those bookable by anyone. Nobody may book with a locked
 * host. No round trip while it is cached, one when not, two when the host is not the caller; one more where memberships decide.
 *
 * @throws {Failure} `not_found` when there is none, it is hidden, its host is locked, or the caller may not book it
 */
export async function offerFor(
  caller: Caller,
  eventTypeId: number,
): Promise<Offer & { canSeeBookings: boolean }> {
  const known = kept.get(eventTypeId);
  const offer = known && now() - known.readAt < FRESH ? known : await readOffer(caller, eventTypeId);
  if (!offer || offer.eventType.hidden || offer.host.isLocked) throw notFound("Event type");
  const { mayBook, canSeeBookings } = await rightsOver(caller, offer);
  if (!mayBook) throw notFound("Event type");
  return { ...offer, canSeeBookings };
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

interface Rights {
  mayBook: boolean;
  /** Whether the caller can read the bookings of the host. */
  canSeeBookings: boolean;
}

async function rightsOver(caller: Caller, { eventType }: Offer): Promise<Rights> {
  const { userId, teamId, bookableBy } = eventType;
  if (userId === caller.userId || isSystemAdmin(caller)) return { mayBook: true, canSeeBookings: true };
  const inTeam =
    teamId === null || bookableBy === "anyone"
      ? []
      : [caller.userId, userId].map((member) => wanted(MembershipOfUser, { userId: member, teamId }));
  const [administered, team] = await Promise.all([getItems(placesUnder(caller, userId)), getItems(inTeam)]);
  const canSeeBookings = administered.some((membership) => membership?.accepted);
  const isColleague = team.length > 0 && team.every((membership) => membership?.accepted);
  return { mayBook: bookableBy === "anyone" || canSeeBookings || isColleague, canSeeBookings };
}
