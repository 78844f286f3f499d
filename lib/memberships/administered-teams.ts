import { MembershipOfUser } from "./entity.ts";
import { queryAll } from "#lib/table/read.ts";
import { type Caller, hasScope } from "#lib/caller.ts";
import { teamRights } from "./team-rights.ts";

/** The teams a caller is an accepted admin or owner of; none for a token without the scope ADMIN. One round trip. */
export async function administeredTeams(caller: Caller): Promise<number[]> {
  if (!hasScope(caller, "ADMIN")) return [];
  const memberships = await queryAll(MembershipOfUser, { userId: caller.userId });
  return memberships.flatMap((own) => (teamRights(caller, own).administers ? [own.teamId] : []));
}
