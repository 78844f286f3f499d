import { newEventTypeWrites } from "#lib/event-types/create.ts";
import { noSuchTeam } from "#lib/event-types/team-name.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/memberships/entity.ts";
import { organizationRights } from "#lib/memberships/organization-rights.ts";
import { ownerCount } from "#lib/memberships/owners.ts";
import { membershipSummaries } from "#lib/memberships/summaries.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { takeIds } from "#lib/table/ids.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { newTeamWrites } from "#lib/teams/create.ts";
import { type Team, TeamItem } from "#lib/teams/entity.ts";
import { newUserWrites } from "#lib/users/create.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ImportMark } from "./entity.ts";
import { requireFreeMembershipId } from "./id-places.ts";
import { leaveMark, type Outcome, outcomeOfRefusal } from "./mark.ts";
import type { EventTypeLine, MembershipLine, TeamLine, UserLine } from "./people-lines.ts";

/** The writes of a user; email and username are unique. */
export const userWrites = ({ type: _, createdDate = nowIso(), ...said }: UserLine): Operation[] =>
  newUserWrites({ ...said, createdDate, passwordHash: null, version: 1 });

/** The writes of a team, which has no members yet. */
export const teamWrites = ({ type: _, createdAt = nowIso(), ...said }: TeamLine): Operation[] =>
  newTeamWrites({ ...said, createdAt, owners: 0 });

/**
 * The writes of an event type of a user, and maybe of a team.
 *
 * @throws {Failure} when that team is not there
 */
export function eventTypeWrites(
  { type: _, ...said }: EventTypeLine,
  team: Pick<Team, "name"> | undefined,
): Operation[] {
  if (said.teamId !== null && !team) throw noSuchTeam();
  return newEventTypeWrites({ ...said, teamName: team?.name ?? null, version: 1 });
}

/** Writes the membership of a user in a team that are both there, and what the user may do by it. */
export async function writeMembership(
  { type: _, ...said }: MembershipLine,
  mark: ImportMark,
): Promise<Outcome> {
  const { userId, teamId } = said;
  const [team, user] = await getItems([wanted(TeamItem, { id: teamId }), wanted(UserItem, { id: userId })]);
  if (!team) throw invalidField("#/teamId", "There is no such team.");
  if (!user) throw invalidField("#/userId", "There is no such user.");
  if (said.id !== undefined) await requireFreeMembershipId(said.id);
  const [id = 0] = said.id === undefined ? await takeIds("membership", 1) : [said.id];
  const membership = { ...said, ...membershipSummaries(team, user, said), id, version: 1 };
  const refusal = new Failure("conflict", "The user is a member of the team, or invited, already.");
  return retryRefused(async (refused) => {
    // The rights of the user were changed meanwhile, and are read again.
    if (refused && !(refused.by(UserItem) && !refused.by(ImportMark))) return outcomeOfRefusal(mark, refused);
    await transact([
      leaveMark(mark),
      ...idMark(said.id, mark),
      put(MembershipOfUser, membership, { refusal }),
      put(MembershipOfTeam, membership),
      ...ownerCount(teamId, undefined, membership),
      ...(await organizationRights(undefined, membership)),
    ]);
    return "imported";
  });
}

/** The write by which no other line brings the same id. */
const idMark = (id: number | undefined, mark: ImportMark): Operation[] =>
  id === undefined ? [] : [leaveMark({ ...mark, type: "membership_id", id: String(id) })];
