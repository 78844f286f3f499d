import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import type { TeamRights } from "#lib/access/team-rights.ts";
import { Failure } from "#lib/http/failures.ts";
import { replace } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { MembershipOfTeam, MembershipOfUser, StoredMembership } from "./entity.ts";
import { membershipAndRights } from "./get.ts";
import type { MembershipKey, MembershipUpdate } from "./model.ts";
import { organizationRights } from "./organization-rights.ts";
import { ownerCount } from "./owners.ts";

/**
 * Changes role, acceptance or impersonation of a membership. Two round trips.
 *
 * @throws {Failure} `forbidden` when the caller sees it but may not change this, `conflict` when the last owner would go
 */
export async function updateMembership(
  caller: Caller,
  key: MembershipKey,
  changes: MembershipUpdate,
): Promise<StoredMembership> {
  return retryRefused(async () => {
    const { membership, rights } = await membershipAndRights(caller, key);
    const after = StoredMembership.parse({ ...membership, ...changes });
    requireMayChange(caller, rights, { before: membership, after });
    const rightsToo = await organizationRights(membership, after);
    await transact([
      replace(MembershipOfUser, membership, after),
      replace(MembershipOfTeam, membership, after),
      ...ownerCount(key.teamId, membership, after),
      ...rightsToo,
    ]);
    return { ...after, version: membership.version + 1 };
  });
}

function requireMayChange(
  caller: Caller,
  rights: TeamRights,
  { before, after }: Record<"before" | "after", StoredMembership>,
): void {
  if (before.role !== after.role) {
    if (!rights.administers) throw new Failure("forbidden", "Only an admin or owner of the team sets roles.");
    if (!rights.owns && [before.role, after.role].includes("OWNER"))
      throw new Failure("forbidden", "Only an owner makes or unmakes an owner.");
  }
  if (before.accepted !== after.accepted && before.userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the invited user accepts the membership.");
}
