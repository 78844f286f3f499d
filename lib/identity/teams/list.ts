import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { enumerateAll } from "#lib/storage/table/enumerate.ts";
import { TeamItem } from "./entity.ts";
import { Team } from "./schema.ts";

/** Lists all teams by id. */
export async function listTeams(caller: Caller): Promise<Team[]> {
  requireSystemAdmin(caller);
  return (await enumerateAll(TeamItem, "team")).map((team) => Team.parse(team));
}
