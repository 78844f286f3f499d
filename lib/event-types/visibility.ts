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
 * Whether a caller may book an event type: its owner; a host; a team's, for members while the owner is one or there are several hosts; that of
 * an organization's member, for its admins; any, for a system admin; and those bookable by anyone. Nobody may book hidden ones, or with a
 * locked host. One round trip where memberships decide.
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
  // Several hosts are members of the team, whether the owner still is one or not.
  const colleagues = hasOneHost ? [caller.userId, userId] : [caller.userId];
  const mayBook = bookableBy === "anyone" || userId === caller.userId || hosts.includes(caller.userId);
  const inTeam =
    teamId === null || mayBook
      ? []
      : colleagues.map((member) => itemRequest(MembershipOfUser, { userId: member, teamId }));
  const [readable, team] = await Promise.all([readableHosts(caller, [userId, ...hosts]), getItems(inTeam)]);
  const canSeeBookings = hosts.length > 0 && hosts.every((host) => readable.has(host));
  const isColleague = team.length > 0 && team.every((membership) => membership?.accepted);
  return {
    mayBook: mayBook || readable.has(userId) || isColleague,
    canSeeBookings,
    mayIgnoreAvailability: canSeeBookings || hosts.includes(caller.userId),
  };
}

/**
 * Which event types of a team a caller can list: members and system admins all, but hidden ones only of their own unless they administer
 * the team. One round trip.
 *
 * @throws {Failure} `not_found` for others
 */
export async function eventTypesInTeam(
  caller: Caller,
  teamId: number,
): Promise<(eventType: EventType) => boolean> {
  const { rights } = await getVisibleTeam(caller, teamId);
  if (!rights.belongs) throw notFound("Team");
  return ({ hidden, userId }) => !hidden || rights.administers || userId === caller.userId;
}
