import { MembershipOfTeam } from "./entity.ts";
import type { MembershipFilter } from "./model.ts";
import { getItem } from "#lib/table/read.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { teamRights } from "./team-rights.ts";

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
