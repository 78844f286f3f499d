import { beforeAll, expect, it } from "vitest";
import type { Team } from "#lib/identity/teams/schema.ts";
import { makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useRoleGateway } from "#test/support/cloud/role-gateway.ts";

const gateway = useRoleGateway();

let team: Team;
let admin: UserWithKey;
let systemAdmin: UserWithKey;
beforeAll(async () => {
  team = await makeTeam();
  [admin, systemAdmin] = [await makeUserWithKey(), await makeUserWithKey("ADMIN")];
  await addMember(team, admin.caller, { role: "OWNER" });
});

async function send({ key }: UserWithKey, request: string, body?: object) {
  const [method = "", path = ""] = request.split(" ");
  const response = await clientOf(gateway().baseUrl)({ method, path, key, ...(body && { body }) });
  expect(response.status, response.text).toBe(200);
  return response.json;
}

/** Invites a user to the team. */
async function invite() {
  const invited = await makeUserWithKey();
  const { userId } = invited.caller;
  const created = await send(admin, "POST /memberships", { userId, teamId: team.id });
  return { invited, userId, created, path: `/memberships/${userId}_${team.id}` };
}

/** The addresses of a user that the list and the membership have. */
async function addressesFor(reader: UserWithKey, userId: number) {
  const { memberships } = await send(reader, `GET /memberships?teamId=${team.id}`);
  const { membership } = await send(reader, `GET /memberships/${userId}_${team.id}`);
  const listed = (memberships as { userId: number; user: { email: string | null } }[]).filter(
    (one) => one.userId === userId,
  );
  return [
    ...listed.map(({ user }) => user.email),
    (membership as { user: { email: string | null } }).user.email,
  ];
}

it("the address of an invited user is returned to this user only", async () => {
  const { invited, userId, created } = await invite();
  const email = `host${userId}@example.com`;
  expect(created).toMatchObject({
    membership: {
      user: { id: userId, name: `Host ${userId}`, email: null },
      team: { id: team.id, name: "Team" },
    },
  });
  expect(await addressesFor(invited, userId)).toEqual([email, email]);
  expect(await send(invited, "GET /memberships")).toMatchObject({ memberships: [{ user: { email } }] });
  for (const other of [admin, systemAdmin]) expect(await addressesFor(other, userId)).toEqual([null, null]);
});

it("the address of a member is returned to all who can read the membership, and hidden again otherwise", async () => {
  const { invited, userId, path } = await invite();
  const email = `host${userId}@example.com`;
  expect(await send(admin, `PATCH ${path}`, { role: "ADMIN" })).toMatchObject({
    membership: { user: { email: null } },
  });
  await send(invited, `PATCH ${path}`, { accepted: true });
  for (const reader of [invited, admin, systemAdmin])
    expect(await addressesFor(reader, userId)).toEqual([email, email]);
  const left = await send(invited, `PATCH ${path}`, { accepted: false });
  expect(left).toMatchObject({ membership: { user: { email } } });
  expect(await addressesFor(admin, userId)).toEqual([null, null]);
  expect(await send(admin, `DELETE ${path}`)).toMatchObject({ membership: { user: { email: null } } });
});
