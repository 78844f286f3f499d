import type { Caller } from "#lib/caller.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipFilter } from "./schema.ts";
import { visibleMembership, visibleMemberships } from "./visibility.ts";

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
