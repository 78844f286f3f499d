import type { Caller } from "#lib/caller.ts";
import { listOfPartition } from "#lib/lists/list-of-partition.ts";
import type { ListSource } from "#lib/lists/source.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipFilter } from "./schema.ts";
import { visibleMemberships } from "./visibility.ts";

const whole = { render: (membership: StoredMembership): StoredMembership => membership };

/** The memberships a caller may see: of a team by rising user id, of a user by rising team id, all of them by rising id. */
export async function listMemberships(
  caller: Caller,
  asked: MembershipFilter,
): Promise<ListSource<StoredMembership>> {
  const { userId, teamId } = await visibleMemberships(caller, asked);
  const ofUser = userId === undefined ? {} : { userId };
  if (teamId !== undefined) return listOfPartition(MembershipOfTeam, { teamId, ...ofUser }, whole);
  if (userId !== undefined) return listOfPartition(MembershipOfUser, ofUser, whole);
  return listOfPartition(MembershipOfTeam, {}, { ...whole, index: "GSI2" });
}
