import { invalidField } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { EventType } from "./schema.ts";

/**
 * Gets the name of an event type's team, which is stored in the event type so that events contain it without another read. Null without a
 * team. The write also requires the membership, but other failures could come before that one, only for teams that exist.
 *
 * @throws {Failure} `invalid_request` if the team does not exist, or the owner is not an accepted member
 */
export async function getTeamName({
  userId,
  teamId,
}: Pick<EventType, "userId" | "teamId">): Promise<string | null> {
  if (teamId === null) return null;
  const [team, membership] = await Promise.all([
    findItem(TeamItem, { id: teamId }),
    findItem(MembershipOfUser, { userId, teamId }),
  ]);
  if (!team || !membership?.accepted) throw notInTeam();
  return team.name;
}

/** The failure if a team does not exist or the owner is not a member of it. */
export const notInTeam = () => invalidField("#/teamId", "The host is not a member of this team.");
