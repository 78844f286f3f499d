import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { getRightsInTeam, readableHosts, teamRights } from "#lib/identity/memberships/visibility.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem, findItems, type ItemRequest, itemRequest } from "#lib/storage/table/read.ts";
import type { EventTypeItem } from "./entity.ts";
import type { Host, HostsAndOwner } from "./read-hosts.ts";

type EventType = Stored<typeof EventTypeItem>;

/** Whether an event type has several hosts. Then it is its team's, and its owner has rights only while an accepted member of the team. */
export const isOfTeam = ({ schedulingType }: Pick<EventType, "schedulingType">): boolean =>
  schedulingType !== null;

/**
 * Whether a caller may read and change an event type: its owner and system admins; with several hosts, the owner while an accepted member
 * of the team, and the team's admins, whose tokens need the scope ADMIN.
 */
export async function mayManage(caller: Caller, eventType: EventType): Promise<boolean> {
  const { userId, teamId } = eventType;
  const isOwner = userId === caller.userId;
  if (isSystemAdmin(caller)) return true;
  if (!isOfTeam(eventType) || teamId === null) return isOwner;
  if (!isOwner && !hasScope(caller, "ADMIN")) return false;
  const own = await findItem(MembershipOfUser, { userId: caller.userId, teamId });
  const { isMember, isAdmin } = teamRights(caller, own);
  return isOwner ? isMember : isAdmin;
}

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
 * What a caller may do with an event type. It may be booked by its hosts and its owner; by admins of an organization that all hosts are
 * members of; by members of its team, if the owner is a member or there are several hosts; by system admins; and by anyone if `bookableBy`
 * says so. A token needs the scope ADMIN to book as a member of the team, except for its user's own event types. It may not be booked while
 * it is hidden or its only host is locked.
 */
export async function bookingRights(
  caller: Caller,
  bookable: { eventType: EventType; owner: Host["user"] } & HostsAndOwner,
): Promise<BookingRights> {
  const { eventType, owner, required, choice = [], ownerHasRights } = bookable;
  const { userId, bookableBy, hidden } = eventType;
  const hasOneHost = !isOfTeam(eventType);
  if (hidden || (hasOneHost && owner.isLocked)) return NONE;
  if ((hasOneHost && userId === caller.userId) || isSystemAdmin(caller)) return ALL;
  const hosts = [...required, ...choice].map(({ user }) => user.id);
  const isHost = hosts.includes(caller.userId);
  const mayBook = bookableBy === "anyone" || isHost || (userId === caller.userId && ownerHasRights);
  const [readable, memberships] = await Promise.all([
    readableHosts(caller, hosts),
    findItems(mayBook ? [] : colleagueRequests(caller, eventType)),
  ]);
  const canSeeBookings = hosts.length > 0 && hosts.every((host) => readable.has(host));
  const isColleague = memberships.length > 0 && memberships.every((membership) => membership?.accepted);
  return {
    mayBook: mayBook || canSeeBookings || isColleague,
    canSeeBookings,
    mayIgnoreAvailability: canSeeBookings || isHost,
  };
}

/** The memberships in the team of an event type that allow a caller to book it, if all of them are accepted. */
function colleagueRequests(caller: Caller, eventType: EventType): ItemRequest<typeof MembershipOfUser>[] {
  const { userId, teamId } = eventType;
  if (teamId === null || !hasScope(caller, "ADMIN")) return [];
  // With several hosts, the owner need not be a member of the team.
  const colleagues = isOfTeam(eventType) ? [caller.userId] : [caller.userId, userId];
  return colleagues.map((member) => itemRequest(MembershipOfUser, { userId: member, teamId }));
}

/**
 * Gets the filter of the event types of a team that a caller can list: all for admins of the team and system admins; for other members
 * without those that are hidden and not their own.
 *
 * @throws {Failure} `not_found` for other callers, and for tokens without the scope ADMIN
 */
export async function getTeamFilter(
  caller: Caller,
  teamId: number,
): Promise<(eventType: EventType) => boolean> {
  const { isAdmin, isMember } = await getRightsInTeam(caller, teamId);
  if (!isMember) throw notFound("Team");
  return ({ hidden, userId }) => !hidden || isAdmin || userId === caller.userId;
}
