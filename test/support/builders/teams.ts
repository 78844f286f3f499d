import { type Caller, OPERATOR } from "#lib/caller.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import type { StoredMembership } from "#lib/identity/memberships/entity.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { createTeam } from "#lib/identity/teams/create.ts";
import { type Team, TeamCreate } from "#lib/identity/teams/schema.ts";
import { makeHost } from "./builders.ts";

/** Creates a team without members. */
export const makeTeam = (more: Record<string, unknown> = {}): Promise<Team> =>
  createTeam(OPERATOR, TeamCreate.parse({ name: "Team", ...more }));

/** Adds a user to a team, as an accepted member by default. */
export const addMember = (
  team: Team,
  { userId }: Caller,
  membership: Record<string, unknown> = {},
): Promise<StoredMembership> =>
  addMembership(OPERATOR, MembershipCreate.parse({ teamId: team.id, userId, accepted: true, ...membership }));

/** Creates a user who is a member of a team with this role. */
export async function makeMember(team: Team, role: StoredMembership["role"]): Promise<Caller> {
  const member = await makeHost();
  await addMember(team, member, { role });
  return member;
}
