import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import { createSession, endSession, endSessions, findSignIn } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { setClock } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { beforeNextUpdate } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const MINUTE = 60_000;
const later = (minutes: number): void => setClock(() => Date.now() + minutes * MINUTE);

async function startSession(): Promise<{ token: string; userId: number }> {
  const { userId } = await makeHost();
  return { token: await createSession(await readUser(userId)), userId };
}

async function readUser(id: number): Promise<Stored<typeof UserItem>> {
  const user = await findItem(UserItem, { id });
  if (!user) throw new Error("the user does not exist");
  return user;
}

const isSignedIn = async (token: string): Promise<boolean> => (await findSignIn(token)) !== undefined;

test("a session ends half an hour after its last use", async () => {
  const { token } = await startSession();
  later(29);
  expect(await isSignedIn(token)).toBe(true);
  later(58);
  expect(await isSignedIn(token)).toBe(true);
  later(89);
  expect(await isSignedIn(token)).toBe(false);
});

test("a session ends after twelve hours, even if it is used", async () => {
  const { token } = await startSession();
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    later(minutes);
    expect(await isSignedIn(token)).toBe(true);
  }
  later(12 * 60 + 1);
  expect(await isSignedIn(token)).toBe(false);
});

test("the token of a session is invalid after the user signs out", async () => {
  const { token } = await startSession();
  await endSession(token);
  expect(await isSignedIn(token)).toBe(false);
});

test("a session that ends at the moment of its use stays ended", async () => {
  const { token } = await startSession();
  later(29);
  beforeNextUpdate(() => endSession(token));
  expect(await isSignedIn(token)).toBe(false);
});

test("a lock ends sessions, and so does another password", async () => {
  const [locked, changed] = [await startSession(), await startSession()];
  await lockUser(OPERATOR, locked.userId, true);
  await setPassword(OPERATOR, changed.userId, "another password");
  expect([await isSignedIn(locked.token), await isSignedIn(changed.token)]).toEqual([false, false]);
});

test("a session that a lock has ended stays ended after the user is unlocked", async () => {
  const { token, userId } = await startSession();
  await lockUser(OPERATOR, userId, true);
  await lockUser(OPERATOR, userId, false);
  expect(await isSignedIn(token)).toBe(false);
  const next = await createSession(await readUser(userId));
  expect(await isSignedIn(next)).toBe(true);
});

test("all sessions of a user can be ended together; later ones and those of others continue", async () => {
  const [mine, other] = [await startSession(), await startSession()];
  const second = await createSession(await readUser(mine.userId));
  await endSessions(mine.userId);
  const third = await createSession(await readUser(mine.userId));
  const tokens = [mine.token, second, third, other.token];
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false, true, true]);
  await endSessions(mine.userId);
  expect(await isSignedIn(third)).toBe(false);
});

test("the sessions of a user who does not exist can't be ended", async () => {
  await expect(endSessions(999_999)).rejects.toMatchObject({ code: "not_found" });
});

test("a session is not stored with its token as the key", async () => {
  const { token } = await startSession();
  expect(await findItem(SessionItem, { hash: token })).toBeUndefined();
});
