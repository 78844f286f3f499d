import { type Caller, hasScope, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItem, getItems, type ItemRequest, itemRequest } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import type { Team } from "#lib/teams/schema.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipFilter, MembershipKey } from "./schema.ts";

/**
 * A membership the caller may see, with what the caller may do in its team: the caller's own, any of a team the caller
 * administers, all for a system admin. One round trip.
 *
 * @throws {Failure} `not_found`
 */
export async function findMembership(
  caller: Caller,
  { userId, teamId }: MembershipKey,
): Promise<{ membership: StoredMembership; rights: TeamRights }> {
  const [membership, own] = await getItems([
    itemRequest(MembershipOfTeam, { teamId, userId }),
    itemRequest(MembershipOfTeam, { teamId, userId: caller.userId }),
  ]);
  const rights = teamRights(caller, own);
  if (!membership || !(rights.administers || userId === caller.userId)) throw notFound("Membership");
  return { membership, rights };
}

/**
 * Gets a team that the caller is a member of or invited to, and the caller's rights in it; any for a system admin. One round trip.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleTeam(
  caller: Caller,
  id: number,
): Promise<{ team: Team; rights: TeamRights }> {
  const [team, own] = await getItems([
    itemRequest(TeamItem, { id }),
    itemRequest(MembershipOfTeam, { teamId: id, userId: caller.userId }),
  ]);
  const rights = teamRights(caller, own);
  if (!team || !rights.sees) throw notFound("Team");
  return { team, rights };
}

/** What a caller may do in a team. */
export interface TeamRights {
  /** Whether the caller is invited to the team, a member, or a system admin. */
  sees: boolean;
  /** Is an accepted member, or a system admin. */
  belongs: boolean;
  /** Reads and edits all memberships. */
  administers: boolean;
  /** May make and unmake owners. */
  owns: boolean;
}

/** The rights that follow from the caller's own membership; an invitation not yet accepted gives none but to see it. */
export function teamRights(caller: Caller, own: StoredMembership | undefined): TeamRights {
  const all = isSystemAdmin(caller);
  const role = own?.accepted ? own.role : undefined;
  return {
    sees: all || own !== undefined,
    belongs: all || role !== undefined,
    administers: all || role === "ADMIN" || role === "OWNER",
    owns: all || role === "OWNER",
  };
}

/**
 * Which memberships a caller lists of those asked for: a system admin all of them, the admin or owner of a team all of
 * that team, everybody else their own, whatever user they ask for. One round trip when a team is asked for, none without.
 */
export async function visibleMemberships(caller: Caller, asked: MembershipFilter): Promise<MembershipFilter> {
  const { userId } = caller;
  const { teamId } = asked;
  if (isSystemAdmin(caller)) return asked;
  if (teamId === undefined) return { userId };
  const own = await getItem(MembershipOfTeam, { teamId, userId });
  return teamRights(caller, own).administers ? asked : { userId, teamId };
}

/** The part of a user's calendar that a caller can access: everything for those who can read the user's bookings, or without titles. */
export type CalendarAccess = "full" | "busy only";

/**
 * The users whose bookings a caller can read, of the given ones: the caller, and accepted members of the organizations the caller
 * administers; all for a system admin. One round trip for the admin of an organization, none for others.
 */
export async function readableHosts(
  caller: Caller,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (isSystemAdmin(caller)) return new Set(userIds);
  const others = userIds.filter((userId) => userId !== caller.userId);
  const places = await getItems(others.flatMap((userId) => placesUnder(caller, userId)));
  return new Set([caller.userId, ...places.flatMap((place) => (place?.accepted ? [place.userId] : []))]);
}

/** The part of a user's calendar that a caller can access; busy times only for members of a common team. At most one round trip. */
export async function calendarAccess(caller: Caller, userId: number): Promise<CalendarAccess | undefined> {
  if (userId === caller.userId || isSystemAdmin(caller)) return "full";
  const [readable, own, theirs] = await Promise.all([
    readableHosts(caller, [userId]),
    teamsOf(caller.userId),
    teamsOf(userId),
  ]);
  if (readable.has(userId)) return "full";
  return theirs.some((teamId) => own.includes(teamId)) ? "busy only" : undefined;
}

/**
 * The accepted members of a team, for its admins and owners and system admins. Two round trips.
 *
 * @throws {Failure} `not_found`, `forbidden` for other members of the team
 */
export async function listMembersAsAdmin(caller: Caller, teamId: number): Promise<number[]> {
  const { rights } = await getVisibleTeam(caller, teamId);
  if (!rights.administers)
    throw new Failure("forbidden", "Only admins and owners of the team can read its availability.");
  const memberships = await queryAll(MembershipOfTeam, { teamId });
  return memberships.filter(({ accepted }) => accepted).map(({ userId }) => userId);
}

/** The teams that a user is an accepted member of. */
const teamsOf = async (userId: number): Promise<number[]> =>
  (await queryAll(MembershipOfUser, { userId }))
    .filter(({ accepted }) => accepted)
    .map(({ teamId }) => teamId);

/** A user's places in the organizations the caller administers, to read with others; none for most callers. */
export const placesUnder = (caller: Caller, userId: number): ItemRequest<typeof MembershipOfUser>[] =>
  organizationsOf(caller).map((teamId) => itemRequest(MembershipOfUser, { userId, teamId }));

/** The accepted members of the organizations the caller administers: one round trip. */
export async function organizationMembers(caller: Caller): Promise<number[]> {
  const lists = await Promise.all(
    organizationsOf(caller).map((teamId) => queryAll(MembershipOfTeam, { teamId })),
  );
  return [...new Set(lists.flat().flatMap(({ userId, accepted }) => (accepted ? [userId] : [])))];
}

/** The teams a caller is an accepted admin or owner of; none for a token without the scope ADMIN. One round trip. */
export async function administeredTeams(caller: Caller): Promise<number[]> {
  if (!hasScope(caller, "ADMIN")) return [];
  const memberships = await queryAll(MembershipOfUser, { userId: caller.userId });
  return memberships.flatMap((own) => (teamRights(caller, own).administers ? [own.teamId] : []));
}
