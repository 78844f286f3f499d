import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { conflictAt, type Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { claimUnique, type Operation, put } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { TeamItem } from "./entity.ts";
import { slugKey } from "./read.ts";
import { Team, type TeamCreate } from "./schema.ts";

/**
 * Creates a team without members.
 *
 * @throws {Failure} `conflict` if another team has the slug
 */
export async function createTeam(caller: Caller, input: TeamCreate): Promise<Team> {
  requireSystemAdmin(caller);
  const [id = 0] = await takeIds("team", 1);
  const team = { ...input, id, createdAt: nowIso(), owners: 0 };
  await transact(newTeamWrites(team));
  return Team.parse(team);
}

/** The writes that create a team and claim its slug. */
export const newTeamWrites = (team: Stored<typeof TeamItem>): Operation[] => [
  ...(team.slug === null
    ? []
    : [claimUnique({ ...slugKey(team.slug), owner: team.id }, slugTaken(team.slug))]),
  put(TeamItem, team),
];

const slugTaken = (slug: string): Failure =>
  conflictAt("#/slug", `A team with the slug ${slug} already exists.`);
