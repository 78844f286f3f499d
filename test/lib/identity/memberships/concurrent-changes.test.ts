import { describe, expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { listMemberships } from "#lib/identity/memberships/read.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const keyOf = ({ id: teamId }: Team, { userId }: Caller) => ({ teamId, userId });

/** Lists a team's members. Checks that both stored copies and the count of owners agree. */
async function listMembers(team: Team) {
  const list = await readList(listMemberships(OPERATOR, { teamId: team.id }));
  for (const membership of list)
    expect(await findItem(MembershipOfUser, membership)).toEqual(
      await findItem(MembershipOfTeam, membership),
    );
  const owners = list.filter(({ role, accepted }) => role === "OWNER" && accepted);
  expect(await findItem(TeamItem, team)).toMatchObject({ owners: owners.length });
  return list;
}

/** Returns for each of these parallel calls `done` or its failure code, sorted. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code))).toSorted();
}

describe("concurrent changes", () => {
  test("the last owner can't leave with two calls", async () => {
    const team = await makeTeam();
    const owner = await makeMember(team, "OWNER");
    const leave = () => removeMembership(owner, keyOf(team, owner));
    expect(await outcomes([leave(), leave()])).toEqual(["conflict", "conflict"]);
    expect(await listMembers(team)).toHaveLength(1);
  });

  test("one of two owners leaves with three calls, and is subtracted once from the count of owners", async () => {
    const team = await makeTeam();
    const [owner] = [await makeMember(team, "OWNER"), await makeMember(team, "OWNER")];
    const leave = () => removeMembership(owner, keyOf(team, owner));
    expect(await outcomes([leave(), leave(), leave()])).toEqual(["done", "not_found", "not_found"]);
    expect(await listMembers(team)).toHaveLength(1);
  });

  test("two owners demote each other, and one remains owner", async () => {
    const team = await makeTeam();
    const [one, other] = [await makeMember(team, "OWNER"), await makeMember(team, "OWNER")];
    const results = await outcomes([
      updateMembership(one, keyOf(team, other), { role: "MEMBER" }),
      updateMembership(other, keyOf(team, one), { role: "MEMBER" }),
    ]);
    expect(results).toContain("done");
    expect(["conflict", "forbidden", "not_found"]).toContain(results.find((result) => result !== "done"));
    expect((await listMembers(team)).filter(({ role }) => role === "OWNER")).toHaveLength(1);
  });

  test("a user is invited with three calls, and is in the team once", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    const invite = (role: string) =>
      addMembership(owner, MembershipCreate.parse({ ...keyOf(team, invited), role }));
    expect(await outcomes([invite("MEMBER"), invite("ADMIN"), invite("OWNER")])).toEqual([
      "conflict",
      "conflict",
      "done",
    ]);
    expect(await listMembers(team)).toHaveLength(2);
  });

  test("an invitation as owner is accepted and withdrawn, and both stored copies agree", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    await addMember(team, invited, { role: "OWNER", accepted: false });
    const results = await outcomes([
      updateMembership(invited, keyOf(team, invited), { accepted: true }),
      removeMembership(owner, keyOf(team, invited)),
    ]);
    expect(results[0]).toBe("done");
    expect(await listMembers(team)).toHaveLength(1);
  });

  test("two changes of one membership are both stored", async () => {
    const [team, member] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    await addMember(team, member, { accepted: false });
    await Promise.all([
      updateMembership(member, keyOf(team, member), { accepted: true }),
      updateMembership(owner, keyOf(team, member), { role: "ADMIN" }),
    ]);
    expect((await listMembers(team)).find(({ userId }) => userId === member.userId)).toMatchObject({
      accepted: true,
      role: "ADMIN",
      version: 3,
    });
  });
});

describe("rights", () => {
  test("a user can't raise their own role when they accept, as a member or as an admin", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    await makeMember(team, "OWNER");
    await addMember(team, invited, { accepted: false });
    const [member, admin] = [await makeMember(team, "MEMBER"), await makeMember(team, "ADMIN")];
    const tries = [
      [invited, { accepted: true, role: "OWNER" }],
      [invited, { accepted: true, role: "ADMIN" }],
      [member, { role: "ADMIN" }],
      [admin, { role: "OWNER" }],
    ] as const;
    for (const [caller, changes] of tries)
      await expect(updateMembership(caller, keyOf(team, caller), changes)).rejects.toMatchObject({
        code: "forbidden",
      });
    expect((await listMembers(team)).map(({ role, accepted }) => [role, accepted])).toEqual(
      expect.arrayContaining([
        ["MEMBER", false],
        ["MEMBER", true],
        ["ADMIN", true],
      ]),
    );
  });

  test("an invitation can't be accepted or found by another user", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    await addMember(team, invited, { accepted: false });
    for (const caller of [await makeHost(), await makeMember(team, "MEMBER")])
      await expect(updateMembership(caller, keyOf(team, invited), { accepted: true })).rejects.toMatchObject({
        code: "not_found",
      });
  });
});
