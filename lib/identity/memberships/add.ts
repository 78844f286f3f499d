import { type Caller, isSystemAdmin, requireUserConsent } from "#lib/caller.ts";
import { Failure, invalidField, notFound } from "#lib/failures.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { MembershipOfTeam, MembershipOfUser, type StoredMembership } from "./entity.ts";
import { membershipSummaries, organizationRights, ownerCount } from "./related-writes.ts";
import type { MembershipCreate } from "./schema.ts";
import { type TeamRights, teamRights } from "./visibility.ts";

/**
 * Invites a user to a team. A system admin can also add the user without an invitation.
 *
 * @throws {Failure} `not_found` if the caller can't access the team; `forbidden` if the caller can't add members; `insufficient_scope` if
 * an application would give others access; `conflict` if the user is already a member or invited
 */
export async function addMembership(caller: Caller, input: MembershipCreate): Promise<StoredMembership> {
  const { userId, teamId } = input;
  const [[team, user, own], [id = 0]] = await Promise.all([
    findItems([
      itemRequest(TeamItem, { id: teamId }),
      itemRequest(UserItem, { id: userId }),
      itemRequest(MembershipOfTeam, { teamId, userId: caller.userId }),
    ]),
    takeIds("membership", 1),
  ]);
  const rights = teamRights(caller, own);
  if (!team || !rights.canRead) throw notFound("Team");
  requireCanAdd(caller, rights, input);
  if (!user) throw invalidField("#/userId", "User not found.");
  const membership = { ...input, ...membershipSummaries(team, user), id, version: 1 };
  const failure = new Failure("conflict", "The user is already a member of the team or invited to it.");
  return retryFailedCondition(async () => {
    const organizationWrites = await organizationRights(undefined, membership);
    return commitResult(membership, [
      put(MembershipOfUser, membership, { failure }),
      put(MembershipOfTeam, membership),
      ...ownerCount(teamId, undefined, membership),
      ...organizationWrites,
    ]);
  });
}

function requireCanAdd(caller: Caller, rights: TeamRights, { role, accepted }: MembershipCreate): void {
  if (!rights.isAdmin) throw new Failure("forbidden", "Only an admin or owner of the team can add members.");
  if (role === "OWNER" && !rights.isOwner) throw new Failure("forbidden", "Only an owner can add an owner.");
  if (accepted && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the invited user can accept the invitation.");
  if (role !== "MEMBER") requireUserConsent(caller, `Inviting a user as ${role}`);
}
