import { Failure } from "#lib/failures.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { atLeast } from "#lib/storage/table/condition.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import type { StoredMembership } from "./entity.ts";

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
