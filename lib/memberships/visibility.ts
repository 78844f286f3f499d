import { notFound } from "#lib/failures.ts";
import { MembershipOfTeam, type StoredMembership } from "./entity.ts";
import type { MembershipKey } from "./model.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import type { Caller } from "#lib/caller.ts";
import { type TeamRights, teamRights } from "./team-rights.ts";

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
    wanted(MembershipOfTeam, { teamId, userId }),
    wanted(MembershipOfTeam, { teamId, userId: caller.userId }),
  ]);
  const rights = teamRights(caller, own);
  if (!membership || !(rights.administers || userId === caller.userId)) throw notFound("Membership");
  return { membership, rights };
}
