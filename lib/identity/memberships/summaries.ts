import { TeamSummary } from "#lib/identity/teams/schema.ts";
import type { User } from "#lib/identity/users/schema.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import type { Membership } from "./schema.ts";

/** The copies of team and user in a membership. */
export const membershipSummaries = (team: TeamSummary, user: User): Pick<Membership, "team" | "user"> => ({
  team: TeamSummary.parse(team),
  user: UserSummary.parse(user),
});
