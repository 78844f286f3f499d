import { expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { listMemberships } from "#lib/identity/memberships/read.ts";
import type { MembershipKey } from "#lib/identity/memberships/schema.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const list = (caller: Caller, filter: Partial<MembershipKey>) => readList(listMemberships(caller, filter));

test("admins and owners list their whole team, other members themselves, strangers nothing", async () => {
  const team = await makeTeam();
  const [admin, member] = [await makeMember(team, "ADMIN"), await makeMember(team, "MEMBER")];
  const invited = await makeHost();
  await addMember(team, invited, { role: "ADMIN", accepted: false });
  const listUserIds = async (caller: Caller, filter: Partial<MembershipKey> = {}) =>
    (await list(caller, { teamId: team.id, ...filter })).map(({ userId }) => userId);
  const allUsers = [admin.userId, member.userId, invited.userId];
  expect(await listUserIds(OPERATOR)).toEqual(allUsers);
  expect(await listUserIds(admin)).toEqual(allUsers);
  expect(await listUserIds(admin, { userId: member.userId })).toEqual([member.userId]);
  expect(await listUserIds(admin, { userId: 999_999 })).toEqual([]);
  expect(await listUserIds(member)).toEqual([member.userId]);
  expect(await listUserIds(member, { userId: admin.userId })).toEqual([member.userId]);
  expect(await listUserIds(invited)).toEqual([invited.userId]);
  expect(await listUserIds(await makeHost())).toEqual([]);
});

test("without a team the caller's own memberships are listed, even if another user is requested", async () => {
  const teams = [await makeTeam(), await makeTeam()] as const;
  const [one, other] = [await makeHost(), await makeHost()];
  await addMember(teams[0], one, { role: "OWNER" });
  await addMember(teams[1], one, { role: "ADMIN" });
  await addMember(teams[1], other);
  const own = await list(one, { userId: other.userId });
  expect(own.map(({ teamId }) => teamId)).toEqual([teams[0].id, teams[1].id]);
  expect(await list(OPERATOR, { userId: other.userId })).toHaveLength(1);
});

test("a system admin without filter lists all memberships by ascending id, a token without ADMIN its user's", async () => {
  const team = await makeTeam();
  const [one, other] = [await makeMember(team, "MEMBER"), await makeMember(team, "MEMBER")];
  const admin = await makeHost("ADMIN");
  await addMember(team, admin);
  const ids = (await list(admin, {})).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const users = (await list(admin, {})).map(({ userId }) => userId);
  expect(users).toEqual(expect.arrayContaining([one.userId, other.userId]));
  const own = await list({ ...admin, scopes: ["READ_MEMBERSHIP"] }, {});
  expect(own.map(({ userId }) => userId)).toEqual([admin.userId]);
});

test("a list continues after any position", async () => {
  const team = await makeTeam();
  const admin = await makeMember(team, "ADMIN");
  for (let count = 0; count < 4; count += 1) await makeMember(team, "MEMBER");
  for (const source of [
    await listMemberships(admin, { teamId: team.id }),
    await listMemberships(OPERATOR, {}),
  ]) {
    const all = await readList(source);
    expect(await source.count?.()).toBe(all.length);
    const [, second] = all;
    const after = second && source.positionOf(second);
    const rest = (await Array.fromAsync(source.read({ after }))).flat();
    expect(rest).toEqual(all.slice(2));
  }
});
