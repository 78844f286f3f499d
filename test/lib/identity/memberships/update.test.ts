import { describe, expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { getMembership, listMemberships } from "#lib/identity/memberships/read.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import type { MembershipKey } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const list = (caller: Caller, filter: Partial<MembershipKey>) => readList(listMemberships(caller, filter));
async function countTrips(run: () => Promise<unknown>): Promise<number> {
  resetRoundTrips();
  await run();
  return roundTrips().trips;
}
const forbidden = { code: "forbidden" };
const notFound = { code: "not_found" };
const conflict = { code: "conflict" };

describe("changing a membership", () => {
  test("the change is in both stored copies", async () => {
    const team = await makeTeam();
    const { userId } = await makeMember(team, "MEMBER");
    const key = { userId, teamId: team.id };
    const changed = await updateMembership(OPERATOR, key, { role: "ADMIN" });
    expect(changed).toMatchObject({ role: "ADMIN", version: 2 });
    expect(await getMembership(OPERATOR, key)).toEqual(changed);
    expect(await findItem(MembershipOfUser, key)).toEqual(changed);
  });

  test("only the invited user can accept, not an owner of the team", async () => {
    const [team, invited] = [await makeTeam(), await makeHost()];
    const owner = await makeMember(team, "OWNER");
    await addMember(team, invited, { accepted: false });
    const key = { userId: invited.userId, teamId: team.id };
    await expect(updateMembership(owner, key, { accepted: true })).rejects.toMatchObject(forbidden);
    expect(await updateMembership(invited, key, { accepted: true })).toMatchObject({ accepted: true });
  });

  test("admins set roles, but only owners set the role OWNER or change an owner's role", async () => {
    const team = await makeTeam();
    const [owner, admin] = [await makeMember(team, "OWNER"), await makeMember(team, "ADMIN")];
    const member = await makeMember(team, "MEMBER");
    const key = { userId: member.userId, teamId: team.id };
    await expect(updateMembership(member, key, { role: "ADMIN" })).rejects.toMatchObject(forbidden);
    await expect(updateMembership(admin, key, { role: "OWNER" })).rejects.toMatchObject(forbidden);
    await updateMembership(admin, key, { role: "ADMIN" });
    await updateMembership(owner, key, { role: "OWNER" });
    await expect(updateMembership(admin, key, { role: "MEMBER" })).rejects.toMatchObject(forbidden);
  });

  test("an update takes two round trips, four for a new admin of an organization; a read takes one", async () => {
    const [team, organization] = [await makeTeam(), await makeTeam({ isOrganization: true })];
    const owner = await makeMember(team, "OWNER");
    const member = await makeMember(team, "MEMBER");
    await addMember(organization, member);
    const key = { userId: member.userId, teamId: team.id };
    const inOrganization = { ...key, teamId: organization.id };
    expect(await countTrips(() => getMembership(owner, key))).toBe(1);
    expect(await countTrips(() => updateMembership(owner, key, { role: "ADMIN" }))).toBe(2);
    expect(await countTrips(() => updateMembership(OPERATOR, inOrganization, { role: "ADMIN" }))).toBe(4);
    expect(await countTrips(() => removeMembership(owner, key))).toBe(2);
  });

  test("a change with another version in ifMatch fails", async () => {
    const team = await makeTeam();
    const member = await makeMember(team, "MEMBER");
    const target = { userId: member.userId, teamId: team.id, ifMatch: [2] };
    const failed = { code: "precondition_failed" };
    await expect(updateMembership(OPERATOR, target, { role: "ADMIN" })).rejects.toMatchObject(failed);
    await expect(removeMembership(OPERATOR, target)).rejects.toMatchObject(failed);
    const asRead = { ...target, ifMatch: [1] };
    expect(await updateMembership(OPERATOR, asRead, { role: "ADMIN" })).toMatchObject({ version: 2 });
  });

  test("a membership can't be accessed by strangers and by other members", async () => {
    const team = await makeTeam();
    const [one, other] = [await makeMember(team, "MEMBER"), await makeMember(team, "MEMBER")];
    const key = { userId: one.userId, teamId: team.id };
    for (const caller of [other, await makeHost()]) {
      await expect(getMembership(caller, key)).rejects.toMatchObject(notFound);
      await expect(updateMembership(caller, key, { role: "ADMIN" })).rejects.toMatchObject(notFound);
      await expect(removeMembership(caller, key)).rejects.toMatchObject(notFound);
    }
    expect(await getMembership(one, key)).toMatchObject(key);
  });
});

describe("leaving a team", () => {
  test("a member leaves, and both stored copies are deleted", async () => {
    const team = await makeTeam();
    const member = await makeMember(team, "MEMBER");
    const key = { userId: member.userId, teamId: team.id };
    await removeMembership(member, key);
    expect(await list(OPERATOR, { teamId: team.id })).toEqual([]);
    expect(await list(OPERATOR, { userId: member.userId })).toEqual([]);
    await addMember(team, member);
  });

  test("an admin removes members, but no owner", async () => {
    const team = await makeTeam();
    const [owner, admin] = [await makeMember(team, "OWNER"), await makeMember(team, "ADMIN")];
    const member = await makeMember(team, "MEMBER");
    await removeMembership(admin, { userId: member.userId, teamId: team.id });
    const key = { userId: owner.userId, teamId: team.id };
    await expect(removeMembership(admin, key)).rejects.toMatchObject(forbidden);
  });

  test("the last owner can't be removed or demoted by any caller", async () => {
    const team = await makeTeam();
    const owner = await makeMember(team, "OWNER");
    await addMember(team, await makeHost(), { role: "OWNER", accepted: false });
    const key = { userId: owner.userId, teamId: team.id };
    await expect(removeMembership(owner, key)).rejects.toMatchObject(conflict);
    await expect(removeMembership(OPERATOR, key)).rejects.toMatchObject(conflict);
    await expect(updateMembership(owner, key, { role: "MEMBER" })).rejects.toMatchObject(conflict);
    await expect(updateMembership(owner, key, { accepted: false })).rejects.toMatchObject(conflict);
  });

  test("one of two owners who leave concurrently stays", async () => {
    const team = await makeTeam();
    const owners = [await makeMember(team, "OWNER"), await makeMember(team, "OWNER")];
    const results = await Promise.allSettled(
      owners.map((owner) => removeMembership(owner, { userId: owner.userId, teamId: team.id })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await list(OPERATOR, { teamId: team.id })).toHaveLength(1);
  });
});
