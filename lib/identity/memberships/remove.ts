import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure } from "#lib/failures.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import { organizationRights, ownerCount } from "./related-writes.ts";
import type { MembershipKey } from "./schema.ts";
import { getVisibleMembership } from "./visibility.ts";

/**
 * Removes a membership: the caller's own, or any of a team of which the caller is an admin or owner.
 *
 * @throws {Failure} `not_found`; `forbidden` if an admin removes an owner; `conflict` for the last owner of the team
 */
export async function removeMembership(
  caller: Caller,
  target: MembershipKey & IfMatch,
): Promise<StoredMembership> {
  const { userId, teamId } = target;
  return retryFailedCondition(async () => {
    const { membership, rights } = await getVisibleMembership(caller, target);
    requireMatch(target, membership);
    if (membership.role === "OWNER" && !rights.isOwner && userId !== caller.userId)
      throw new Failure("forbidden", "Only an owner can remove an owner.");
    const organizationWrites = await organizationRights(membership, undefined);
    return commitResult(membership, [
      remove(MembershipOfUser, { userId, teamId }, { ifVersion: membership.version }),
      remove(MembershipOfTeam, { userId, teamId }, { ifVersion: membership.version }),
      ...ownerCount(teamId, membership, undefined),
      ...organizationWrites,
    ]);
  });
}
