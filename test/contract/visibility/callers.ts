import type { Caller } from "#lib/caller.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { Scope } from "#lib/scopes.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";

/** The callers, named as in the headings of the columns. */
export const CALLERS = [
  "stranger",
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

/** An organization, and a function that creates another member, whose objects belong to none of the callers. */
export interface Neighbourhood {
  organization: Team;
  makeNeighbour: () => Promise<Caller>;
  /** Administers the teams of collective bookings. */
  teamAdmin: Caller;
}

/** An organization, and all callers. */
export interface SetUp extends Neighbourhood {
  callers: Record<CallerName, Caller>;
}

/** All scopes of an application, except for the one that gives its token the rights of an admin. */
export const TOKEN: Caller["scopes"] = Scope.options.filter((scope) => scope !== "ADMIN");

/** Creates the organization, with callers as the authorizer returns them. The team admin administers a team of all neighbours, which is not an organization. */
export async function makeSetUp(): Promise<SetUp> {
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
    stranger: await getAuthorizedCaller(await makeHost()),
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
  return { organization, callers, makeNeighbour, teamAdmin };
}
