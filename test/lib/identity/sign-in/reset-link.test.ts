import { expect, test, vi } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { countAttempt, limitsOfStranger } from "#lib/identity/sign-in/attempts.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import { ResetLinkItem } from "#lib/identity/sign-in/reset-link/entity.ts";
import { getResetLink, resetPassword } from "#lib/identity/sign-in/reset-link/reset-password.ts";
import { createSession, findSignIn } from "#lib/identity/sign-in/session.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { matchesPassword, setPassword } from "#lib/identity/users/password.ts";
import { runAs } from "#lib/platform/actor.ts";
import { setClock } from "#lib/platform/clock.ts";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { makePerson } from "#test/support/pages/visitor.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const NEW_PASSWORD = "a new password, longer";
const invalid = { code: "invalid_request" };

/** Creates a user without a password, because hashing one takes long. */
const createPerson = (): Promise<Account> => makePerson({ password: undefined });

/** Creates a link; returns its token. */
async function createToken({ id }: Pick<Account, "id">): Promise<string> {
  const { url } = await createResetLink(OPERATOR, id, "https://api.example.com/v1");
  return new URL(url).searchParams.get("token") ?? "";
}

const reset = (token: string, password = NEW_PASSWORD, formToken = "form 1") =>
  resetPassword({ token, password, formToken });

async function readUser({ id }: Pick<Account, "id">): Promise<Stored<typeof UserItem>> {
  const user = await findItem(UserItem, { id });
  if (!user) throw new Error("the user does not exist");
  return user;
}

const hasPassword = async (person: Account, password: string): Promise<boolean> =>
  matchesPassword(password, (await readUser(person)).passwordHash);

/** For each of these calls "done", or its failure code. */
const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((one) => (one.status === "fulfilled" ? "done" : one.reason.code));

test("a link sets a new password once, and opening it does not use it", async () => {
  const person = await createPerson();
  const token = await createToken(person);
  for (const _ of [1, 2]) expect((await getResetLink(token)).user.email).toBe(person.email);
  expect((await reset(token)).id).toBe(person.id);
  expect(await hasPassword(person, NEW_PASSWORD)).toBe(true);
  await expect(getResetLink(token)).rejects.toMatchObject(invalid);
  await expect(reset(token, "yet another password", "form 2")).rejects.toMatchObject(invalid);
});

test("a link is invalid after an hour, after a newer one, and after any other change of the password", async () => {
  const [late, replaced, changed] = [await createPerson(), await createPerson(), await createPerson()];
  const tokens = [await createToken(late), await createToken(replaced), await createToken(changed)];
  await setPassword(OPERATOR, changed.id, "set by the operator");
  const newer = await createToken(replaced);
  const all = [...tokens, newer];
  const results = () => outcomes(all.map((token) => getResetLink(token)));
  expect(await results()).toEqual(["done", "invalid_request", "invalid_request", "done"]);
  setClock(() => Date.now() + 3_590_000);
  expect(await results()).toEqual(["done", "invalid_request", "invalid_request", "done"]);
  setClock(() => Date.now() + 3_601_000);
  expect(await results()).toEqual(all.map(() => "invalid_request"));
});

test("a link is invalid with another user's id, another secret or additional text", async () => {
  const [one, other] = [await createPerson(), await createPerson()];
  const token = await createToken(one);
  const otherToken = await createToken(other);
  const texts = [
    token.replace(`_${one.id}_`, `_${other.id}_`),
    token.replace(`_${one.id}_`, "_999999_"),
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    otherToken.slice(0, -5),
    ` ${token}`,
    "",
  ];
  expect(await outcomes(texts.map((text) => getResetLink(text)))).toEqual(texts.map(() => "invalid_request"));
});

test("a form that is sent twice has one result; with another password or from another page it fails", async () => {
  const person = await createPerson();
  const token = await createToken(person);
  expect(await outcomes([reset(token), reset(token)])).toEqual(["done", "done"]);
  const { version } = await readUser(person);
  const later = [reset(token), reset(token, "typed afterwards"), reset(token, NEW_PASSWORD, "form 2")];
  expect(await outcomes(later)).toEqual(["done", "invalid_request", "invalid_request"]);
  expect((await readUser(person)).version).toBe(version);
});

test("a form that was sent can't be used to guess a later password", async () => {
  const person = await createPerson();
  const token = await createToken(person);
  await reset(token);
  await setPassword(OPERATOR, person.id, "set by the operator");
  const guesses = [reset(token, "set by the operator"), reset(token)];
  expect(await outcomes(guesses)).toEqual(["invalid_request", "invalid_request"]);
});

test("one of two concurrent forms with different passwords succeeds", async () => {
  const person = await createPerson();
  const token = await createToken(person);
  const passwords = ["the first password", "the second password"];
  const results = await outcomes(passwords.map((password) => reset(token, password, `form of ${password}`)));
  expect(results.toSorted()).toEqual(["done", "invalid_request"]);
  expect(await hasPassword(person, passwords[results.indexOf("done")] ?? "")).toBe(true);
});

test("a reset ends all sessions and clears failed sign-ins of the user, not those of others", async () => {
  const [person, other] = [await createPerson(), await createPerson()];
  const sessions = await Promise.all(
    [person, person, other].map(async (user) => createSession(await readUser(user))),
  );
  const attempt = ({ email }: Account) => countAttempt(limitsOfStranger({ email, address: "192.0.2.1" }));
  for (let failed = 0; failed < 10; failed += 1) for (const user of [person, other]) await attempt(user);
  const full = ["too_many_requests", "too_many_requests"];
  expect(await outcomes([attempt(person), attempt(other)])).toEqual(full);
  await reset(await createToken(person));
  const users = await Promise.all(sessions.map(findSignIn));
  expect(users.map((signIn) => signIn?.user.id)).toEqual([undefined, undefined, other.id]);
  expect(await outcomes([attempt(person), attempt(other)])).toEqual(["done", "too_many_requests"]);
});

test("a locked user gets no link, and can't use an earlier one, not even after the lock", async () => {
  const person = await createPerson();
  const token = await createToken(person);
  await lockUser(OPERATOR, person.id, true);
  const locked = [createToken(person), getResetLink(token), reset(token)];
  expect(await outcomes(locked)).toEqual(locked.map(() => "user_locked"));
  await lockUser(OPERATOR, person.id, false);
  expect(await outcomes([getResetLink(token)])).toEqual(["invalid_request"]);
  expect(await outcomes([reset(await createToken(person))])).toEqual(["done"]);
});

test("only system admins create links, for users who exist, and only if users can sign in with passwords", async () => {
  const { caller } = await makeUserWithKey();
  const create = (id: number, by = OPERATOR) => createResetLink(by, id, "https://api.example.com/v1");
  expect(await outcomes([create(caller.userId, caller), create(999_999)])).toEqual([
    "forbidden",
    "not_found",
  ]);
  vi.stubEnv("PASSWORD_SIGN_IN", "0");
  await expect(create(caller.userId)).rejects.toThrow("Password sign-in is disabled.");
});

test("the audit trail has the creator and the user of a link; the stored link does not have its token", async () => {
  const person = await createPerson();
  const token = await runAs(OPERATOR, () => createToken(person));
  const [item] = await queryAll(ResetLinkItem, { userId: person.id });
  expect(JSON.stringify(item)).not.toContain(token.slice(-43));
  await reset(token);
  const entries = await queryAll(AuditItem, { resource: "user", resourceId: String(person.id) });
  const changed = (attribute: string) => [{ resource: "user", action: "changed", attributes: [attribute] }];
  expect(entries.slice(-2)).toMatchObject([
    { credentialId: "operator", changes: changed("resetLink") },
    { userId: person.id, credentialId: "reset-link", changes: changed("passwordHash") },
  ]);
});
