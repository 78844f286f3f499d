import { invalidField } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";

/** The name of an event type's team, kept with it so that events can say it without another read. */
export async function teamNameOf(teamId: number | null): Promise<string | null> {
  if (teamId === null) return null;
  const team = await getItem(TeamItem, { id: teamId });
  if (!team) throw noSuchTeam();
  return team.name;
}

/** What a caller is told whose team is none, or not the host's. */
export const noSuchTeam = () => invalidField("#/teamId", "The host is not a member of this team.");
