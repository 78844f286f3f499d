import { expect, test } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { listEventTypesOfTeam } from "#lib/event-types/list-of-team.ts";
import { makeEventType, makeHost } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { readList } from "#test/support/read-list.ts";
import { join, makeMember, makeTeam } from "#test/support/teams.ts";

useLocalTable();

const listed = async (caller: Caller, teamId: number) =>
  (await readList(listEventTypesOfTeam(caller, teamId))).map(({ id }) => id);

test("members list the event types of their team, each host's hidden ones only for the host and the admins", async () => {
  const team = await makeTeam();
  const [admin, host, member] = [
    await makeMember(team, "ADMIN"),
    await makeMember(team, "MEMBER"),
    await makeMember(team, "MEMBER"),
  ];
  const visible = await makeEventType(host, { teamId: team.id });
  const hidden = await makeEventType(host, { teamId: team.id, hidden: true });
  await makeEventType(host);
  const own = await makeEventType(member, { teamId: team.id, hidden: true });
  expect(await listed(member, team.id)).toEqual([visible.id, own.id]);
  expect(await listed(host, team.id)).toEqual([visible.id, hidden.id]);
  for (const caller of [admin, await makeHost("ADMIN")])
    expect(await listed(caller, team.id)).toEqual([visible.id, hidden.id, own.id]);
});

test("the team does not exist for strangers, nor its event types for those who are only invited", async () => {
  const team = await makeTeam();
  const invited = await makeHost();
  await join(team, invited, { role: "ADMIN", accepted: false });
  for (const caller of [invited, await makeHost()])
    await expect(listed(caller, team.id)).rejects.toMatchObject({ code: "not_found" });
});

test("the list continues after any event type, and counts them", async () => {
  const team = await makeTeam();
  const [one, other] = [await makeMember(team, "MEMBER"), await makeMember(team, "MEMBER")];
  for (const host of [other, one, other, one]) await makeEventType(host, { teamId: team.id });
  const list = await listEventTypesOfTeam(one, team.id);
  const all = await readList(list);
  expect(all.map(({ userId }) => userId)).toEqual([one.userId, one.userId, other.userId, other.userId]);
  expect(await list.count?.()).toBe(4);
  for (const [at, eventType] of all.entries())
    expect((await Array.fromAsync(list.read({ after: list.positionOf(eventType) }))).flat()).toEqual(
      all.slice(at + 1),
    );
});
