import { expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const add = (caller: Caller, team: Pick<Team, "id">, fields: { userId: number } & Record<string, unknown>) =>
  addMembership(caller, MembershipCreate.parse({ teamId: team.id, ...fields }));

/** Creates a user who can be added. */
const makeUserId = async () => ({ userId: (await makeHost()).userId });

test("a membership is stored with its team and with its user", async () => {
  const [team, { userId }] = [await makeTeam({ isOrganization: true }), await makeHost()];
  const membership = await add(OPERATOR, team, { userId });
  expect(membership).toMatchObject({ role: "MEMBER", accepted: false, team: { isOrganization: true } });
  const key = { teamId: team.id, userId };
  expect(await findItem(MembershipOfTeam, key)).toEqual(membership);
  expect(await findItem(MembershipOfUser, key)).toEqual(membership);
});

test("a user can't be added to a team twice", async () => {
  const team = await makeTeam();
  const { userId } = await makeMember(team, "MEMBER");
  await expect(add(OPERATOR, team, { userId })).rejects.toMatchObject({ code: "conflict" });
});

test("a missing team fails with not_found, a missing user with an invalid userId", async () => {
  const team = await makeTeam();
  await expect(add(OPERATOR, { id: 999_999 }, await makeUserId())).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(add(OPERATOR, team, { userId: 999_999 })).rejects.toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "#/userId" }],
  });
});

test("only an owner adds owners, and an admin can't accept for other users", async () => {
  const team = await makeTeam();
  const [admin, owner] = [await makeMember(team, "ADMIN"), await makeMember(team, "OWNER")];
  expect(await add(owner, team, { ...(await makeUserId()), role: "OWNER" })).toMatchObject({ role: "OWNER" });
  for (const fields of [{ role: "OWNER" }, { accepted: true }])
    await expect(add(admin, team, { ...(await makeUserId()), ...fields })).rejects.toMatchObject({
      code: "forbidden",
    });
});
