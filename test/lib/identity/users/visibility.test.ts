import { expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import {
  getVisibleUser,
  listVisibleUsers,
  UserFilter,
  UserReference,
} from "#lib/identity/users/visibility.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

useLocalTable();

const get = (caller: Caller, reference: string) => getVisibleUser(caller, UserReference.parse(reference));
const listUserIds = async (caller: Caller) => (await readList(listVisibleUsers(caller))).map(({ id }) => id);

/** Creates a user with a username. */
async function makeNamedHost(username: string): Promise<Caller> {
  const fields = { email: `${username}@example.com`, name: username, username };
  const { id } = await createUser(OPERATOR, UserCreate.parse(fields));
  return { userId: id, role: "USER", scopes: "all", credentialId: "key" };
}

test("a user gets themselves by id, by username in any case and as `me`", async () => {
  const host = await makeNamedHost("ana.lopez");
  for (const reference of [String(host.userId), "Ana.Lopez", "me"])
    expect(await get(host, reference)).toMatchObject({ id: host.userId });
});

test("only a system admin gets other users; for other callers they are not found", async () => {
  const [host, other, admin] = [await makeHost(), await makeNamedHost("other"), await makeHost("ADMIN")];
  for (const reference of [String(other.userId), "other", "999999", "nobody"])
    await expect(get(host, reference)).rejects.toMatchObject({ code: "not_found" });
  expect(await get(admin, String(other.userId))).toMatchObject({ id: other.userId });
  expect(await get(admin, "other")).toMatchObject({ id: other.userId });
  await expect(get(admin, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("a user lists themselves, a system admin all users", async () => {
  const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
  expect(await listUserIds(host)).toEqual([host.userId]);
  expect(await listUserIds(admin)).toEqual(expect.arrayContaining([host.userId, other.userId, admin.userId]));
  expect(await listUserIds({ ...admin, scopes: ["READ_PROFILE"] })).toEqual([admin.userId]);
});

test("email filters the list: a system admin finds users by address, in any case, others only themselves", async () => {
  const [ida, udo, admin] = [await makeNamedHost("ida"), await makeNamedHost("udo"), await makeHost("ADMIN")];
  const find = async (caller: Caller, ...email: string[]) =>
    (await readList(listVisibleUsers(caller, UserFilter.parse({ email })))).map(({ id }) => id);
  expect(await find(admin, "Udo@Example.com")).toEqual([udo.userId]);
  expect(
    await find(admin, "udo@example.com", "UDO@example.com", "no@example.com", "ida@example.com"),
  ).toEqual([ida.userId, udo.userId]);
  expect(await find(ida, "udo@example.com", "ida@example.com")).toEqual([ida.userId]);
  expect(await find(ida, "udo@example.com")).toEqual([]);
});

test("the users of a filter by email and their number are read once", async () => {
  const [una, admin] = [await makeNamedHost("una"), await makeHost("ADMIN")];
  const list = listVisibleUsers(admin, UserFilter.parse({ email: "una@example.com" }));
  const commands: unknown[] = [];
  interceptInTest(({ command, send }) => {
    commands.push(command);
    return send();
  });
  const [users, total] = await Promise.all([readList(list), list.count?.()]);
  expect([users.map(({ id }) => id), total]).toEqual([[una.userId], 1]);
  // One call for the addresses, one for the users.
  expect(commands).toHaveLength(2);
});
