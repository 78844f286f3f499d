import { newEventTypeWrites } from "#lib/event-types/create.ts";
import { teamNameOf } from "#lib/event-types/team-name.ts";
import { Failure, invalidField } from "#lib/http/failures.ts";
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
import { TeamItem } from "#lib/teams/entity.ts";
import { newUserWrites } from "#lib/users/create.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ImportMark } from "./entity.ts";
import { requireFreeMembershipId } from "./id-places.ts";
import { leaveMark, type Outcome, outcomeOfRefusal } from "./mark.ts";
import type { EventTypeLine, MembershipLine, TeamLine, UserLine } from "./people-lines.ts";

/** Writes what a line makes, in one transaction with its mark. */
const writeOnce = (mark: ImportMark, writes: readonly Operation[]): Promise<Outcome> =>
  retryRefused(async (refused) => {
    if (refused) return outcomeOfRefusal(mark, refused);
    await transact([leaveMark(mark), ...writes]);
    return "imported";
  });

/** Writes a user; email and username are unique. */
export function writeUser(
  { type: _, createdDate = nowIso(), ...said }: UserLine,
  mark: ImportMark,
): Promise<Outcome> {
  return writeOnce(mark, newUserWrites({ ...said, createdDate, passwordHash: null, version: 1 }));
}

/** Writes a team, which has no members yet. */
export function writeTeam(
  { type: _, createdAt = nowIso(), ...said }: TeamLine,
  mark: ImportMark,
): Promise<Outcome> {
  return writeOnce(mark, newTeamWrites({ ...said, createdAt, owners: 0 }));
}

/** Writes an event type of a user that is there. */
export async function writeEventType(
  { type: _, ...said }: EventTypeLine,
  mark: ImportMark,
): Promise<Outcome> {
  const teamName = await teamNameOf(said.teamId);
  return writeOnce(mark, newEventTypeWrites({ ...said, teamName, version: 1 }));
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
