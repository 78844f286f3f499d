import { describe, expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { addMembership } from "#lib/memberships/add.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { listMemberships } from "#lib/memberships/list.ts";
import { removeMembership } from "#lib/memberships/remove.ts";
import { MembershipCreate } from "#lib/memberships/schema.ts";
import { updateMembership } from "#lib/memberships/update.ts";
import { getItem } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import type { Team } from "#lib/teams/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const keyOf = ({ id: teamId }: Team, { userId }: Caller) => ({ teamId, userId });

/** The members of a team, once both sides and the count of owners say the same. */
async function members(team: Team) {
  const list = await readList(listMemberships(OPERATOR, { teamId: team.id }));
  const sides = await Promise.all(list.map((membership) => getItem(MembershipOfUser, membership)));
  expect(sides).toEqual(list);
  const owners = list.filter(({ role, accepted }) => role === "OWNER" && accepted);
  expect(await getItem(TeamItem, team)).toMatchObject({ owners: owners.length });
  return list;
}

/** How calls made at once ended: `done`, or the code of the failure. */
async function endings(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code))).toSorted();
}

describe("at the same time", () => {
  test("the last owner leaves twice, and stays", async () => {
    const team = await makeTeam();
    const owner = await makeMember(team, "OWNER");
    const leave = () => removeMembership(owner, keyOf(team, owner));
    expect(await endings([leave(), leave()])).toEqual(["conflict", "conflict"]);
    expect(await members(team)).toHaveLength(1);
  });

  test("one of two owners leaves twice, and is counted once", async () => {
    const team = await makeTeam();
    const [owner] = [await makeMember(team, "OWNER"), await makeMember(team, "OWNER")];
    const leave = () => removeMembership(owner, keyOf(team, owner));
    expect(await endings([leave(), leave(), leave()])).toEqual(["done", "not_found", "not_found"]);
    expect(await members(team)).toHaveLength(1);
  });

  test("two owners unmake each other, and one is left", async () => {
    const team = await makeTeam();
    const [one, other] = [await makeMember(team, "OWNER"), await makeMember(team, "OWNER")];
    const ends = await endings([
      updateMembership(one, keyOf(team, other), { role: "MEMBER" }),
      updateMembership(other, keyOf(team, one), { role: "MEMBER" }),
    ]);
    expect(ends).toContain("done");
    expect(["conflict", "forbidden", "not_found"]).toContain(ends.find((end) => end !== "done"));
    expect((await members(team)).filter(({ role }) => role === "OWNER")).toHaveLength(1);
  });

  test("a user is invited twice, and is in the team once", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    const invite = (role: string) =>
      addMembership(owner, MembershipCreate.parse({ ...keyOf(team, invited), role }));
    expect(await endings([invite("MEMBER"), invite("ADMIN"), invite("OWNER")])).toEqual([
      "conflict",
      "conflict",
      "done",
    ]);
    expect(await members(team)).toHaveLength(2);
  });

  test("an invitation as owner is accepted and withdrawn, and both or none know of it", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    await addMember(team, invited, { role: "OWNER", accepted: false });
    const ends = await endings([
      updateMembership(invited, keyOf(team, invited), { accepted: true }),
      removeMembership(owner, keyOf(team, invited)),
    ]);
    expect(ends[0]).toBe("done");
    expect(await members(team)).toHaveLength(1);
  });

  test("two changes of one membership are both there", async () => {
    const [team, member] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    await addMember(team, member, { accepted: false });
    await Promise.all([
      updateMembership(member, keyOf(team, member), { accepted: true }),
      updateMembership(owner, keyOf(team, member), { role: "ADMIN" }),
    ]);
    expect((await members(team)).find(({ userId }) => userId === member.userId)).toMatchObject({
      accepted: true,
      role: "ADMIN",
      version: 3,
    });
  });
});

describe("nobody raises themselves", () => {
  test("neither by accepting, nor as member, nor as admin", async () => {
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
    expect((await members(team)).map(({ role, accepted }) => [role, accepted])).toEqual(
      expect.arrayContaining([
        ["MEMBER", false],
        ["MEMBER", true],
        ["ADMIN", true],
      ]),
    );
  });

  test("a stranger accepts nobody's invitation, nor finds it", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    await addMember(team, invited, { accepted: false });
    for (const caller of [await makeHost(), await makeMember(team, "MEMBER")])
      await expect(updateMembership(caller, keyOf(team, invited), { accepted: true })).rejects.toMatchObject({
        code: "not_found",
      });
  });
});
