import { invalidField } from "#lib/failures.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";

/**
 * Gets the name of an event type's team, which is stored in the event type so that events contain it without another read. Null without a
 * team.
 *
 * @throws {Failure} `invalid_request` if the team does not exist
 */
export async function getTeamName(teamId: number | null): Promise<string | null> {
  if (teamId === null) return null;
  const team = await findItem(TeamItem, { id: teamId });
  if (!team) throw notInTeam();
  return team.name;
}

/** The failure if a team does not exist or the owner is not a member of it. */
export const notInTeam = () => invalidField("#/teamId", "The host is not a member of this team.");
