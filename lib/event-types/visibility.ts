import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { getVisibleTeam, readableHosts } from "#lib/memberships/visibility.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import type { UserItem } from "#lib/users/entity.ts";
import type { EventTypeItem } from "./entity.ts";

type EventType = Stored<typeof EventTypeItem>;

/** What a caller may do with an event type. */
export interface BookingRights {
  mayBook: boolean;
  /** Whether the caller can read the bookings of the host. */
  canSeeBookings: boolean;
}

/**
 * Whether a caller may book an event type: the host's own; a team's, for members while the host is one; that of an organization's member,
 * for its admins; any, for a system admin; and those bookable by anyone. Nobody may book hidden ones, or with a locked host. One round
 * trip where memberships decide.
 */
export async function bookingRights(
  caller: Caller,
  { eventType, host }: { eventType: EventType; host: Stored<typeof UserItem> },
): Promise<BookingRights> {
  const { userId, teamId, bookableBy, hidden } = eventType;
  if (hidden || host.isLocked) return { mayBook: false, canSeeBookings: false };
  if (userId === caller.userId || isSystemAdmin(caller)) return { mayBook: true, canSeeBookings: true };
  const inTeam =
    teamId === null || bookableBy === "anyone"
      ? []
      : [caller.userId, userId].map((member) => wanted(MembershipOfUser, { userId: member, teamId }));
  const [readable, team] = await Promise.all([readableHosts(caller, [userId]), getItems(inTeam)]);
  const canSeeBookings = readable.has(userId);
  const isColleague = team.length > 0 && team.every((membership) => membership?.accepted);
  return { mayBook: bookableBy === "anyone" || canSeeBookings || isColleague, canSeeBookings };
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
