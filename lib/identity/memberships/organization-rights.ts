import { rightsWrites } from "#lib/identity/credentials/rights.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { StoredMembership } from "./entity.ts";

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
