import { type Caller, hasScope, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, type ItemRequest, itemRequest } from "#lib/storage/table/read.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipFilter, MembershipKey } from "./schema.ts";

/**
 * Gets a membership that the caller can access, and the caller's rights in its team: their own, and those of teams of which they are an
 * admin; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleMembership(
  caller: Caller,
  { userId, teamId }: MembershipKey,
): Promise<{ membership: StoredMembership; rights: TeamRights }> {
  const [membership, own] = await findItems([
    itemRequest(MembershipOfTeam, { teamId, userId }),
    itemRequest(MembershipOfTeam, { teamId, userId: caller.userId }),
  ]);
  const rights = teamRights(caller, own);
  if (!membership || !(rights.isAdmin || userId === caller.userId)) throw notFound("Membership");
  return { membership, rights };
}

/**
 * Gets a team that the caller is a member of or invited to, and the caller's rights in it; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleTeam(
  caller: Caller,
  id: number,
): Promise<{ team: Team; rights: TeamRights }> {
  const [team, own] = await findItems([
    itemRequest(TeamItem, { id }),
    itemRequest(MembershipOfTeam, { teamId: id, userId: caller.userId }),
  ]);
  const rights = teamRights(caller, own);
  if (!team || !rights.canRead) throw notFound("Team");
  return { team, rights };
}

/**
 * Returns a membership as the caller can read it: the email address of an invited user only if this user is the caller, because everybody
 * could invite any id.
 */
export function visibleMembership(caller: Caller, membership: StoredMembership): StoredMembership {
  const { accepted, userId, user } = membership;
  return accepted || userId === caller.userId
    ? membership
    : { ...membership, user: { ...user, email: null } };
}

/**
 * Gets a caller's rights in a team over the calendars and event types of its members, like {@link getVisibleTeam}. A token needs the
 * scope ADMIN, as for all access beyond its user's own data.
 *
 * @throws {Failure} `not_found`
 */
export async function getRightsInTeam(caller: Caller, id: number): Promise<TeamRights> {
  if (!hasScope(caller, "ADMIN")) throw notFound("Team");
  return (await getVisibleTeam(caller, id)).rights;
}

/** The rights of a caller in a team. */
export interface TeamRights {
  /** Whether the caller is invited to the team, a member, or a system admin. */
  canRead: boolean;
  /** Whether the caller is an accepted member, or a system admin. */
  isMember: boolean;
  /** Whether the caller can read and change all memberships. */
  isAdmin: boolean;
  /** Whether the caller can add and remove owners. */
  isOwner: boolean;
}

/** Returns the rights that the caller's own membership gives. A pending invitation only allows to read the team. */
export function teamRights(caller: Caller, own: StoredMembership | undefined): TeamRights {
  const all = isSystemAdmin(caller);
  const role = own?.accepted ? own.role : undefined;
  return {
    canRead: all || own !== undefined,
    isMember: all || role !== undefined,
    isAdmin: all || role === "ADMIN" || role === "OWNER",
    isOwner: all || role === "OWNER",
  };
}

/**
 * Limits a filter to memberships that the caller can access: all for a system admin, those of a team for its admins and owners, otherwise
 * only the caller's own.
 */
export async function visibleMemberships(
  caller: Caller,
  filter: MembershipFilter,
): Promise<MembershipFilter> {
  const { userId } = caller;
  const { teamId } = filter;
  if (isSystemAdmin(caller)) return filter;
  if (teamId === undefined) return { userId };
  const own = await findItem(MembershipOfTeam, { teamId, userId });
  return teamRights(caller, own).isAdmin ? filter : { userId, teamId };
}

/** The part of a user's calendar that a caller can access: everything for those who can read the user's bookings, or without titles. */
export type CalendarAccess = "full" | "busy only";

/**
 * The users whose bookings a caller can read, of the given ones: the caller, and accepted members of the organizations of which the caller
 * is an admin; all for a system admin.
 */
export async function readableHosts(
  caller: Caller,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (isSystemAdmin(caller)) return new Set(userIds);
  const others = userIds.filter((userId) => userId !== caller.userId);
  const memberships = await findItems(others.flatMap((userId) => requestsInOrganizations(caller, userId)));
  return new Set([caller.userId, ...memberships.flatMap((found) => (found?.accepted ? [found.userId] : []))]);
}

/**
 * The part of a user's calendar that a caller can access; busy times only for members of a common team. A token without the scope ADMIN can
 * access only its user's own.
 */
export async function calendarAccess(caller: Caller, userId: number): Promise<CalendarAccess | undefined> {
  if (userId === caller.userId || isSystemAdmin(caller)) return "full";
  if (!hasScope(caller, "ADMIN")) return undefined;
  const [readable, own, theirs] = await Promise.all([
    readableHosts(caller, [userId]),
    teamsOf(caller.userId),
    teamsOf(userId),
  ]);
  if (readable.has(userId)) return "full";
  return theirs.some((teamId) => own.includes(teamId)) ? "busy only" : undefined;
}

/**
 * The accepted members of a team, for its admins and owners and system admins.
 *
 * @throws {Failure} `not_found`, also for tokens without the scope ADMIN; `forbidden` for other members of the team
 */
export async function listMembersAsAdmin(caller: Caller, teamId: number): Promise<number[]> {
  const { isAdmin } = await getRightsInTeam(caller, teamId);
  if (!isAdmin)
    throw new Failure("forbidden", "Only admins and owners of the team can read its availability.");
  const memberships = await queryAll(MembershipOfTeam, { teamId });
  return memberships.filter(({ accepted }) => accepted).map(({ userId }) => userId);
}

/** The teams that a user is an accepted member of. */
const teamsOf = async (userId: number): Promise<number[]> =>
  (await queryAll(MembershipOfUser, { userId }))
    .filter(({ accepted }) => accepted)
    .map(({ teamId }) => teamId);

/** The requests that read a user's memberships in the organizations of which the caller is an admin; none for most callers. */
export const requestsInOrganizations = (
  caller: Caller,
  userId: number,
): ItemRequest<typeof MembershipOfUser>[] =>
  organizationsOf(caller).map((teamId) => itemRequest(MembershipOfUser, { userId, teamId }));

/** Lists the accepted members of the organizations of which the caller is an admin. */
export async function organizationMembers(caller: Caller): Promise<number[]> {
  const lists = await Promise.all(
    organizationsOf(caller).map((teamId) => queryAll(MembershipOfTeam, { teamId })),
  );
  return [...new Set(lists.flat().flatMap(({ userId, accepted }) => (accepted ? [userId] : [])))];
}

/** Lists the teams of which the caller is an accepted admin or owner; none for a token without the scope ADMIN. */
export async function administeredTeams(caller: Caller): Promise<number[]> {
  if (!hasScope(caller, "ADMIN")) return [];
  const memberships = await queryAll(MembershipOfUser, { userId: caller.userId });
  return memberships.flatMap((own) => (teamRights(caller, own).isAdmin ? [own.teamId] : []));
}
