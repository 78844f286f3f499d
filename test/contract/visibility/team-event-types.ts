import type { Caller } from "#lib/caller.ts";
import { ALL_HOURS, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType } from "#test/support/builders/several-hosts.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import type { Neighbourhood } from "./callers.ts";

/**
 * Creates an event type with several hosts, and returns its id: of the caller in a new team, of the caller in the organization, or of a
 * member of the organization.
 */
export async function makeEventTypeOfTeam(
  { organization, makeNeighbour }: Neighbourhood,
  { caller, owner: whose }: { caller: Caller; owner: string },
): Promise<number> {
  const isNewTeam = whose === "own";
  const team = isNewTeam ? await makeTeam() : organization;
  const owner = whose === "a neighbour's" ? await makeNeighbour() : caller;
  const hosts: [Caller, Caller] = [await makeNeighbour(), await makeNeighbour()];
  if (isNewTeam) for (const member of [owner, ...hosts]) await addMember(team, member);
  for (const host of hosts) await makeSchedule(host, { timeZone: "UTC", availability: ALL_HOURS });
  return (await makeTeamEventType({ team, owner, hosts }, "ROUND_ROBIN")).id;
}
