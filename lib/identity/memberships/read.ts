import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipFilter, MembershipKey } from "./schema.ts";
import { getVisibleMembership, visibleMembership, visibleMemberships } from "./visibility.ts";

/** Gets a membership. */
export async function getMembership(caller: Caller, key: MembershipKey): Promise<StoredMembership> {
  return visibleMembership(caller, (await getVisibleMembership(caller, key)).membership);
}

/** Lists memberships that the caller can access: of a team by user id, of a user by team id, all of them by id. */
export async function listMemberships(
  caller: Caller,
  filter: MembershipFilter,
): Promise<ListSource<StoredMembership>> {
  const visible = { render: (membership: StoredMembership) => visibleMembership(caller, membership) };
  const { userId, teamId } = await visibleMemberships(caller, filter);
  const ofUser = userId === undefined ? {} : { userId };
  if (teamId !== undefined) return listOfPartition(MembershipOfTeam, { teamId, ...ofUser }, visible);
  if (userId !== undefined) return listOfPartition(MembershipOfUser, ofUser, visible);
  return listOfPartition(MembershipOfTeam, {}, { ...visible, index: "GSI2" });
}

/** Lists the teams that the caller is a member of or invited to, by id; all for a system admin. */
export function listVisibleTeams(caller: Caller): ListSource<Team> {
  if (isSystemAdmin(caller)) return listOfKind(TeamItem, "team");
  const { userId } = caller;
  const memberships = listOfPartition(MembershipOfUser, { userId }, { render: ({ teamId }) => ({ teamId }) });
  return listByKeys(memberships, {
    find: (page) => findItems(page.map(({ teamId }) => itemRequest(TeamItem, { id: teamId }))),
    positionOf: ({ id }) => memberships.positionOf({ teamId: id }),
  });
}
