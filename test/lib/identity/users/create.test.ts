import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { matchesPassword, setPassword } from "#lib/identity/users/password.ts";
import { findUserWithEmail, getUser, listUsers } from "#lib/identity/users/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (fields: Record<string, unknown>) =>
  createUser(OPERATOR, UserCreate.parse({ name: "Ann Arbor", ...fields }));

test("a user is found by id and by email, which is stored in lower case", async () => {
  const user = await create({ email: " Ann@Example.COM " });
  expect(user).toMatchObject({ email: "ann@example.com", timeZone: "UTC", role: "USER", hasPassword: false });
  expect(await getUser(OPERATOR, { id: user.id })).toEqual(user);
  expect(await getUser(OPERATOR, { email: "ann@example.com" })).toEqual(user);
});

test("an email or a username already in use is a conflict that names the field", async () => {
  await create({ email: "first@example.com", username: "First" });
  await expect(create({ email: "First@example.com" })).rejects.toMatchObject({
    code: "conflict",
    errors: [{ pointer: "#/email" }],
  });
  await expect(create({ email: "second@example.com", username: "first" })).rejects.toMatchObject({
    code: "conflict",
    errors: [{ pointer: "#/username" }],
  });
});

test("of three users created in parallel with one email only one is created", async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => create({ email: "race@example.com" })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("all users are listed in the order of creation, with gaps between ids after rejected ones", async () => {
  const before = await listUsers(OPERATOR);
  const one = await create({ email: "one@example.com" });
  await expect(create({ email: "one@example.com" })).rejects.toThrow();
  const two = await create({ email: "two@example.com" });
  const listed = await listUsers(OPERATOR);
  expect(listed.slice(before.length)).toEqual([one, two]);
  expect(two.id).toBe(one.id + 2);
});

test("a password is stored only as a hash, and only the newest one is valid", async () => {
  const { id } = await create({ email: "pass@example.com", password: "first password" });
  const hashOf = async () => (await findUserWithEmail("pass@example.com"))?.passwordHash ?? "";
  expect(await hashOf()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(await matchesPassword("first password", await hashOf())).toBe(true);
  await setPassword(OPERATOR, id, "second password");
  expect(await matchesPassword("first password", await hashOf())).toBe(false);
  expect(await matchesPassword("second password", await hashOf())).toBe(true);
  await expect(setPassword(OPERATOR, 999_999, "whatever it is")).rejects.toMatchObject({ code: "not_found" });
});

test("only a system admin creates, finds and lists users and sets passwords", async () => {
  const caller = await makeHost();
  const input = UserCreate.parse({ email: "no@example.com", name: "No" });
  for (const attempt of [
    createUser(caller, input),
    getUser(caller, { id: caller.userId }),
    listUsers(caller),
    setPassword(caller, caller.userId, "a new password"),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});

test.for([
  ["timeZone", "Europe/Kyiv", true],
  ["timeZone", "US/Pacific", true],
  ["timeZone", "+02:00", false],
  ["timeZone", "Mars/Base", false],
  ["locale", "pt-BR", true],
  ["locale", "EN", false],
  ["email", "nobody", false],
  ["username", "ann.arbor", true],
  ["username", "ann#arbor", false],
  ["password", "short", false],
  ["timeFormat", 13, false],
] as const)("%s %s: %s", ([field, value, isAllowed]) => {
  const input = { email: "ann@example.com", name: "Ann", [field]: value };
  expect(UserCreate.safeParse(input).success).toBe(isAllowed);
});
