import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { getVisibleTeam, readableHosts } from "#lib/memberships/visibility.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import type { EventTypeItem } from "./entity.ts";
import type { Host, Hosts } from "./read-hosts.ts";

type EventType = Stored<typeof EventTypeItem>;

/** What a caller may do with an event type. */
export interface BookingRights {
  mayBook: boolean;
  /** Whether the caller can read the bookings of all its hosts. */
  canSeeBookings: boolean;
  /** Whether the caller may book a time that is closed, but free: as one of the hosts, or as an admin. */
  mayIgnoreAvailability: boolean;
}

const NONE: BookingRights = { mayBook: false, canSeeBookings: false, mayIgnoreAvailability: false };
const ALL: BookingRights = { mayBook: true, canSeeBookings: true, mayIgnoreAvailability: true };

/**
 * What a caller may do with an event type. It may be booked by its owner and hosts; by members of its team, if the owner is a member or
 * there are several hosts; by admins of the owner's organization; by system admins; and by anyone if `bookableBy` says so. It may not be
 * booked while it is hidden or its only host is locked. One round trip if it depends on memberships.
 */
export async function bookingRights(
  caller: Caller,
  { eventType, owner, required, choice = [] }: { eventType: EventType; owner: Host["user"] } & Hosts,
): Promise<BookingRights> {
  const { userId, teamId, bookableBy, hidden, schedulingType } = eventType;
  const hasOneHost = schedulingType === null;
  if (hidden || (hasOneHost && owner.isLocked)) return NONE;
  if ((hasOneHost && userId === caller.userId) || isSystemAdmin(caller)) return ALL;
  const hosts = [...required, ...choice].map(({ user }) => user.id);
  // With several hosts the owner need not be a member of the team.
  const colleagues = hasOneHost ? [caller.userId, userId] : [caller.userId];
  const mayBook = bookableBy === "anyone" || userId === caller.userId || hosts.includes(caller.userId);
  const membershipRequests =
    teamId === null || mayBook
      ? []
      : colleagues.map((member) => itemRequest(MembershipOfUser, { userId: member, teamId }));
  const [readable, memberships] = await Promise.all([
    readableHosts(caller, [userId, ...hosts]),
    getItems(membershipRequests),
  ]);
  const canSeeBookings = hosts.length > 0 && hosts.every((host) => readable.has(host));
  const isColleague = memberships.length > 0 && memberships.every((membership) => membership?.accepted);
  return {
    mayBook: mayBook || readable.has(userId) || isColleague,
    canSeeBookings,
    mayIgnoreAvailability: canSeeBookings || hosts.includes(caller.userId),
  };
}

/**
 * Gets the filter of the event types of a team that a caller can list: all for admins of the team and system admins; for other members
 * without those that are hidden and not their own. One round trip.
 *
 * @throws {Failure} `not_found` for other callers
 */
export async function getTeamFilter(
  caller: Caller,
  teamId: number,
): Promise<(eventType: EventType) => boolean> {
  const { rights } = await getVisibleTeam(caller, teamId);
  if (!rights.isMember) throw notFound("Team");
  return ({ hidden, userId }) => !hidden || rights.isAdmin || userId === caller.userId;
}
