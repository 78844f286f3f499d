import type { Caller } from "#lib/access/caller.ts";
import { isSystemAdmin } from "#lib/access/caller.ts";
import { teamRights } from "#lib/access/team-rights.ts";
import { queryAll } from "#lib/table/read.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipKey } from "./model.ts";

/**
 * Lists memberships: those of a team (all for its admins and owners, else the caller's own), or those of a user. Without
 * either they are the caller's own; a `userId` the caller may not ask for is dropped, as in every list.
 */
export async function listMemberships(
  caller: Caller,
  { userId, teamId }: Partial<MembershipKey>,
): Promise<StoredMembership[]> {
  if (teamId === undefined) return queryAll(MembershipOfUser, { userId: userOf(caller, userId) });
  const members = await queryAll(MembershipOfTeam, { teamId });
  const own = members.find((member) => member.userId === caller.userId);
  const sought = teamRights(caller, own).administers ? userId : caller.userId;
  return sought === undefined ? members : members.filter((member) => member.userId === sought);
}

const userOf = (caller: Caller, userId: number | undefined): number =>
  isSystemAdmin(caller) ? (userId ?? caller.userId) : caller.userId;
