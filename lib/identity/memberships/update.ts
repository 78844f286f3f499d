import { type Caller, isSystemAdmin, requireUserConsent } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure } from "#lib/failures.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { MembershipOfTeam, MembershipOfUser, StoredMembership } from "./entity.ts";
import { membershipSummaries, organizationRights, ownerCount } from "./related-writes.ts";
import type { MembershipKey, MembershipUpdate } from "./schema.ts";
import { getVisibleMembership, type TeamRights } from "./visibility.ts";

/**
 * Changes the role, acceptance or impersonation of a membership, and updates its copies of team and user.
 *
 * @throws {Failure} `not_found`; `forbidden` if the caller can't make this change; `insufficient_scope` if an application would give others
 * access; `conflict` for the last owner of the team
 */
export async function updateMembership(
  caller: Caller,
  target: MembershipKey & IfMatch,
  changes: MembershipUpdate,
): Promise<StoredMembership> {
  const { userId, teamId } = target;
  return retryFailedCondition(async () => {
    const [{ membership, rights }, [team, user]] = await Promise.all([
      getVisibleMembership(caller, target),
      findItems([itemRequest(TeamItem, { id: teamId }), itemRequest(UserItem, { id: userId })]),
    ]);
    requireMatch(target, membership);
    const changed = StoredMembership.parse({ ...membership, ...changes });
    const summaries = team && user && membershipSummaries(team, user);
    const after = { ...changed, ...summaries, version: membership.version + 1 };
    requireCanChange(caller, rights, { before: membership, after });
    const organizationWrites = await organizationRights(membership, after);
    return commitResult(after, [
      replace(MembershipOfUser, membership, after),
      replace(MembershipOfTeam, membership, after),
      ...ownerCount(teamId, membership, after),
      ...organizationWrites,
    ]);
  });
}

function requireCanChange(
  caller: Caller,
  rights: TeamRights,
  { before, after }: Record<"before" | "after", StoredMembership>,
): void {
  if (before.role !== after.role) {
    if (!rights.isAdmin)
      throw new Failure("forbidden", "Only an admin or owner of the team can change roles.");
    if (!rights.isOwner && [before.role, after.role].includes("OWNER"))
      throw new Failure("forbidden", "Only an owner can give a member the role OWNER or remove it.");
  }
  if (before.accepted !== after.accepted && before.userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the invited user can accept the invitation.");
  if (after.accepted && !before.accepted) requireUserConsent(caller, "Accepting an invitation");
  if (after.role !== before.role && after.role !== "MEMBER")
    requireUserConsent(caller, `Making a member ${after.role}`);
}
