import { Failure } from "#lib/failures.ts";
import { atLeast } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import type { StoredMembership } from "./entity.ts";

const isOwner = (membership: StoredMembership | undefined): boolean =>
  membership?.accepted === true && membership.role === "OWNER";

/**
 * The write that keeps the count of a team's owners when a membership changes, is made (no `before`) or goes (no
 * `after`). It refuses to lose the last owner, whatever happens at the same time.
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
