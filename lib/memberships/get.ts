import type { Caller } from "#lib/access/caller.ts";
import { type TeamRights, teamRights } from "#lib/access/team-rights.ts";
import { notFound } from "#lib/http/failures.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { MembershipOfTeam, type StoredMembership } from "./entity.ts";
import type { MembershipKey } from "./model.ts";

/** Reads a membership: the caller's own, or any of a team the caller administers. One round trip. */
export async function getMembership(caller: Caller, key: MembershipKey): Promise<StoredMembership> {
  return (await membershipAndRights(caller, key)).membership;
}

/** A membership the caller may see, with what the caller may do in its team. */
export async function membershipAndRights(
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
