import { rightsWrites } from "#lib/credentials/rights-writes.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { StoredMembership } from "./entity.ts";

/** Whether a membership makes its user see the bookings of an organization's members. */
const administersOrganization = (membership: StoredMembership | undefined): boolean =>
  membership?.team.isOrganization === true && membership.accepted && membership.role !== "MEMBER";

/**
 * The writes that keep, on the user and its credentials, of which organizations the user is an admin, when a membership
 * changes, is made (no `before`) or goes (no `after`). Most changes need none; the others
 * two more round trips, three where the user has API keys or grants.
 */
export async function organizationRights(
  before: StoredMembership | undefined,
  after: StoredMembership | undefined,
): Promise<Operation[]> {
  const membership = after ?? before;
  const administers = administersOrganization(after);
  if (!membership || administers === administersOrganization(before)) return [];
  const { userId, teamId } = membership;
  const { writes } = await rightsWrites(userId, ({ organizations = [] }) => {
    const others = organizations.filter((id) => id !== teamId);
    return { organizations: administers ? [...others, teamId] : others };
  });
  return writes;
}
