import { expect, test } from "vitest";
import { EventTypeUpdate } from "#lib/calendar/event-types/input.ts";
import { listEventTypesOfTeam } from "#lib/calendar/event-types/list.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const listed = async (caller: Caller, teamId: number) =>
  (await readList(listEventTypesOfTeam(caller, teamId))).map(({ id }) => id);

test("members list the event types of their team; only the host and the admins get hidden ones", async () => {
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

test("tokens list them only with the scope ADMIN", async () => {
  const team = await makeTeam();
  const host = await makeMember(team, "OWNER");
  const { id } = await makeEventType(host, { teamId: team.id });
  expect(await listed({ ...host, scopes: ["READ_BOOKING", "ADMIN"] }, team.id)).toEqual([id]);
  for (const caller of [host, await makeHost("ADMIN")])
    await expect(listed({ ...caller, scopes: ["READ_BOOKING"] }, team.id)).rejects.toMatchObject({
      code: "not_found",
    });
});

test("strangers and invited users get not_found", async () => {
  const team = await makeTeam();
  const invited = await makeHost();
  await addMember(team, invited, { role: "ADMIN", accepted: false });
  for (const caller of [invited, await makeHost()])
    await expect(listed(caller, team.id)).rejects.toMatchObject({ code: "not_found" });
});

test("the list can continue after any event type, and has a count", async () => {
  const team = await makeTeam();
  const [one, other] = [await makeMember(team, "MEMBER"), await makeMember(team, "MEMBER")];
  for (const host of [other, one, other, one]) await makeEventType(host, { teamId: team.id });
  const list = await listEventTypesOfTeam(one, team.id);
  const all = await readList(list);
  expect(all.map(({ userId }) => userId)).toEqual([other.userId, one.userId, other.userId, one.userId]);
  expect(await list.count?.()).toBe(4);
  for (const [at, eventType] of all.entries())
    expect((await Array.fromAsync(list.read({ after: list.positionOf(eventType) }))).flat()).toEqual(
      all.slice(at + 1),
    );
});

test("an event type is listed while it belongs to the team and its host is an accepted member", async () => {
  const team = await makeTeam();
  const [admin, host] = [await makeMember(team, "OWNER"), await makeMember(team, "MEMBER")];
  const { id } = await makeEventType(host, { teamId: team.id });
  const change = (teamId: number | null) => updateEventType(host, { id }, EventTypeUpdate.parse({ teamId }));
  await change(null);
  expect(await listed(admin, team.id)).toEqual([]);
  await change(team.id);
  expect(await listed(admin, team.id)).toEqual([id]);
  await removeMembership(OPERATOR, { userId: host.userId, teamId: team.id });
  expect(await listed(admin, team.id)).toEqual([]);
  expect(await (await listEventTypesOfTeam(admin, team.id)).count?.()).toBe(0);
});

test("listing and counting take two round trips with any number of members", async () => {
  const team = await makeTeam();
  const members = await Promise.all(Array.from({ length: 30 }, () => makeMember(team, "MEMBER")));
  const [host = await makeHost()] = members;
  await makeEventType(host, { teamId: team.id });
  const list = await listEventTypesOfTeam(host, team.id);
  for (const read of [() => readList(list), () => list.count?.()]) {
    resetRoundTrips();
    await read();
    expect(roundTrips()).toEqual({ trips: 2, calls: 2 });
  }
});
