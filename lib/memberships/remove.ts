import type { Caller } from "#lib/access/caller.ts";
import { findMembership } from "#lib/access/find-membership.ts";
import { Failure } from "#lib/http/failures.ts";
import { remove } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import type { MembershipKey } from "./model.ts";
import { organizationRights } from "./organization-rights.ts";
import { ownerCount } from "./owners.ts";

/**
 * Ends a membership: one's own, or another's by an admin or owner of the team. Two round trips.
 *
 * @throws {Failure} `forbidden` when an admin would remove an owner, `conflict` when the last owner would go
 */
export async function removeMembership(caller: Caller, key: MembershipKey): Promise<StoredMembership> {
  const { userId, teamId } = key;
  return retryRefused(async () => {
    const { membership, rights } = await findMembership(caller, key);
    if (membership.role === "OWNER" && !rights.owns && userId !== caller.userId)
      throw new Failure("forbidden", "Only an owner removes an owner.");
    const rightsToo = await organizationRights(membership, undefined);
    await transact([
      remove(MembershipOfUser, { userId, teamId }, { ifVersion: membership.version }),
      remove(MembershipOfTeam, { userId, teamId }, { ifVersion: membership.version }),
      ...ownerCount(teamId, membership, undefined),
      ...rightsToo,
    ]);
    return membership;
  });
}
