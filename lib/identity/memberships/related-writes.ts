import { Failure } from "#lib/failures.ts";
import { rightsWrites } from "#lib/identity/credentials/rights.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { TeamSummary } from "#lib/identity/teams/schema.ts";
import type { User } from "#lib/identity/users/schema.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { atLeast } from "#lib/storage/table/condition.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import type { StoredMembership } from "./entity.ts";
import type { Membership } from "./schema.ts";

/** The copies of team and user in a membership. */
export const membershipSummaries = (team: TeamSummary, user: User): Pick<Membership, "team" | "user"> => ({
  team: TeamSummary.parse(team),
  user: UserSummary.parse(user),
});

const isOwner = (membership: StoredMembership | undefined): boolean =>
  membership?.accepted === true && membership.role === "OWNER";

/**
 * The write that updates the number of a team's owners when a membership is changed, created (no `before`) or removed (no `after`). It fails
 * with `conflict` for the last owner, also after parallel changes.
 */
export function ownerCount(
  teamId: number,
  before: StoredMembership | undefined,
  after: StoredMembership | undefined,
): Operation[] {
  const change = Number(isOwner(after)) - Number(isOwner(before));
  if (change === 0) return [];
  const guard = change < 0 && {
    if: atLeast("owners", 2),
    failure: new Failure(
      "conflict",
      "This is the last owner of the team. Make another member an owner first.",
    ),
  };
  return [update(TeamItem, { id: teamId }, { add: { owners: change }, ...guard })];
}

/** Whether a membership gives its user access to the bookings of an organization's members. */
const isOrganizationAdmin = (membership: StoredMembership | undefined): boolean =>
  membership?.team.isOrganization === true && membership.accepted && membership.role !== "MEMBER";

/**
 * The writes that update the list of organizations of which a user is an admin, on the user and on the credentials, when a membership is
 * changed, created (no `before`) or removed (no `after`). Most changes need none.
 */
export async function organizationRights(
  before: StoredMembership | undefined,
  after: StoredMembership | undefined,
): Promise<Operation[]> {
  const membership = after ?? before;
  const isAdmin = isOrganizationAdmin(after);
  if (!membership || isAdmin === isOrganizationAdmin(before)) return [];
  const { userId, teamId } = membership;
  const { writes } = await rightsWrites(userId, ({ organizations = [] }) => {
    const others = organizations.filter((id) => id !== teamId);
    return { organizations: isAdmin ? [...others, teamId] : others };
  });
  return writes;
}
