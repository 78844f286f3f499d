import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { enumerateAll } from "#lib/storage/table/enumerate.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { TeamItem } from "./entity.ts";
import { Team } from "./schema.ts";

/**
 * Gets a team by id or by slug.
 *
 * @throws {Failure} `not_found`
 */
export async function getTeam(caller: Caller, by: { id: number } | { slug: string }): Promise<Team> {
  requireSystemAdmin(caller);
  const id = "id" in by ? by.id : (await findItem(UniqueItem, slugKey(by.slug)))?.owner;
  const team = typeof id === "number" ? await findItem(TeamItem, { id }) : undefined;
  if (!team) throw notFound("Team");
  return Team.parse(team);
}

/** The key of the claim of a team's slug. Event types have separate slugs. */
export const slugKey = (slug: string) => ({ kind: "slug" as const, value: `team/${slug}` });

/** Lists all teams by id. */
export async function listTeams(caller: Caller): Promise<Team[]> {
  requireSystemAdmin(caller);
  return (await enumerateAll(TeamItem, "team")).map((team) => Team.parse(team));
}
