import { expect, test } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { listVisibleTeams } from "#lib/identity/memberships/read.ts";
import { getVisibleTeam } from "#lib/identity/memberships/visibility.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const listTeamIds = async (caller: Caller) => (await readList(listVisibleTeams(caller))).map(({ id }) => id);

test("a user gets and lists the teams they are in or invited to, a system admin all", async () => {
  const [team, other] = [await makeTeam({ slug: "support" }), await makeTeam()];
  const [member, invited, admin] = [
    await makeMember(team, "MEMBER"),
    await makeHost(),
    await makeHost("ADMIN"),
  ];
  await addMember(team, invited, { accepted: false });
  for (const caller of [member, invited]) {
    expect((await getVisibleTeam(caller, team.id)).team).toMatchObject({ id: team.id, slug: "support" });
    await expect(getVisibleTeam(caller, other.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await listTeamIds(caller)).toEqual([team.id]);
  }
  expect((await getVisibleTeam(admin, other.id)).team).toMatchObject({ id: other.id });
  await expect(getVisibleTeam(admin, 999_999)).rejects.toMatchObject({ code: "not_found" });
  expect(await listTeamIds(admin)).toEqual(expect.arrayContaining([team.id, other.id]));
});

test("a list of teams continues after any of its teams, and counts them", async () => {
  const teams = [await makeTeam(), await makeTeam(), await makeTeam()];
  const member = await makeHost();
  for (const team of teams) await addMember(team, member);
  const list = listVisibleTeams(member);
  const all = await readList(list);
  expect(all.map(({ id }) => id)).toEqual(teams.map(({ id }) => id));
  expect(await list.count?.()).toBe(3);
  for (const [at, team] of all.entries())
    expect((await Array.fromAsync(list.read({ after: list.positionOf(team) }))).flat()).toEqual(
      all.slice(at + 1),
    );
});
