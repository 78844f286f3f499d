import type { Caller } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import type { Team } from "#lib/teams/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";

/** Who calls, by the heading of their column. */
export const CALLERS = [
  "somebody",
  "member",
  "invited admin",
  "team admin",
  "org admin",
  "org owner",
  "org admin's token",
  "sys admin",
  "sys admin's token",
  "token with ADMIN",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** An organization, everybody who calls, and how to make another of its members: whose things are foreign to them all. */
export interface Cast {
  organization: Team;
  callers: Record<CallerName, Caller>;
  makeNeighbour: () => Promise<Caller>;
}

/** All scopes an application can be given but the one that makes its token act as an admin. */
const TOKEN: Caller["scopes"] = Scope.options.filter((scope) => scope !== "ADMIN");

/** Makes the cast; each caller is as the authorizer finds them. The team admin administers a team of all neighbours, which is no organization. */
export async function makeCast(): Promise<Cast> {
  const [organization, team] = [await makeTeam({ isOrganization: true }), await makeTeam()];
  const inOrganization = async (place: Record<string, unknown>): Promise<Caller> => {
    const host = await makeHost();
    await addMember(organization, host, place);
    return host;
  };
  const teamAdmin = await makeHost();
  await addMember(team, teamAdmin, { role: "ADMIN" });
  const makeNeighbour = async (): Promise<Caller> => {
    const neighbour = await inOrganization({});
    await addMember(team, neighbour);
    return neighbour;
  };
  const orgAdmin = await getAuthorizedCaller(await inOrganization({ role: "ADMIN" }));
  const sysAdmin = await getAuthorizedCaller(await makeHost("ADMIN"));
  const callers = {
    somebody: await getAuthorizedCaller(await makeHost()),
    member: await getAuthorizedCaller(await inOrganization({})),
    "invited admin": await getAuthorizedCaller(await inOrganization({ role: "ADMIN", accepted: false })),
    "team admin": await getAuthorizedCaller(teamAdmin),
    "org admin": orgAdmin,
    "org owner": await getAuthorizedCaller(await inOrganization({ role: "OWNER" })),
    "org admin's token": { ...orgAdmin, scopes: TOKEN },
    "sys admin": sysAdmin,
    "sys admin's token": { ...sysAdmin, scopes: TOKEN },
    "token with ADMIN": { ...sysAdmin, scopes: Scope.options },
  };
  return { organization, callers, makeNeighbour };
}
