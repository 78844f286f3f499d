import type { Caller } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import type { Team } from "#lib/teams/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";

/** The kinds of callers, which are the columns of the table. */
export const CALLERS = [
  "other user",
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

/** An organization, all callers, and a function that creates another member, whose resources belong to none of them. */
export interface Cast {
  organization: Team;
  callers: Record<CallerName, Caller>;
  makeNeighbour: () => Promise<Caller>;
}

/** All scopes except ADMIN, which makes a token act as an admin. */
const TOKEN: Caller["scopes"] = Scope.options.filter((scope) => scope !== "ADMIN");

/** Creates the cast, with the callers that the authorizer finds. The team admin administers a team of all neighbours that is not an organization. */
export async function makeCast(): Promise<Cast> {
  const [organization, team] = [await makeTeam({ isOrganization: true }), await makeTeam()];
  const inOrganization = async (membership: Record<string, unknown>): Promise<Caller> => {
    const host = await makeHost();
    await addMember(organization, host, membership);
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
    "other user": await getAuthorizedCaller(await makeHost()),
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
