import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { hashApiKey } from "#lib/identity/api-keys/secret.ts";
import { ApiKeyItem, ApiKeyOfUser } from "#lib/identity/credentials/api-key-entity.ts";
import { lockUser, setRole } from "#lib/identity/credentials/rights.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { beforeNextGet, beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const issue = (userId: number) => createApiKey(OPERATOR, userId, ApiKeyCreate.parse({}));
const findStoredKey = (key: string) => findItem(ApiKeyItem, { hash: hashApiKey(key) });

test("a lock and a role change the user and all the user's live keys", async () => {
  const { userId } = await makeHost();
  const [one, other] = [await issue(userId), await issue(userId)];
  expect(await lockUser(OPERATOR, userId, true)).toMatchObject({ isLocked: true });
  expect(await setRole(OPERATOR, userId, "ADMIN")).toMatchObject({ isLocked: true, role: "ADMIN" });
  for (const { key } of [one, other])
    expect(await findStoredKey(key)).toMatchObject({ isLocked: true, role: "ADMIN" });
  await lockUser(OPERATOR, userId, false);
  expect(await findStoredKey(one.key)).toMatchObject({ isLocked: false });
});

test("a key created for a locked admin is locked and has the role ADMIN", async () => {
  const { userId } = await makeHost("ADMIN");
  await lockUser(OPERATOR, userId, true);
  expect(await findStoredKey((await issue(userId)).key)).toMatchObject({ isLocked: true, role: "ADMIN" });
});

test("keys created concurrently with a lock of their user are locked", async () => {
  const { userId } = await makeHost();
  const [, ...keys] = await Promise.all([
    lockUser(OPERATOR, userId, true),
    ...Array.from({ length: 8 }, () => issue(userId)),
  ]);
  for (const { key } of keys) expect(await findStoredKey(key)).toMatchObject({ isLocked: true });
});

const CHANGES = [
  { change: (userId: number) => lockUser(OPERATOR, userId, true), rights: { isLocked: true } },
  { change: (userId: number) => setRole(OPERATOR, userId, "USER"), rights: { role: "USER" } },
];

test.each(
  CHANGES.flatMap((each) => [
    { ...each, time: "between the reads", before: beforeNextGet },
    { ...each, time: "between the reads and the write", before: beforeNextTransaction },
  ]),
)("a key that is created $time of a change has the rights $rights", async ({ before, change, rights }) => {
  const { userId } = await makeHost("ADMIN");
  const keys: string[] = [];
  before(async () => keys.push((await issue(userId)).key));
  await change(userId);
  expect(keys).toHaveLength(1);
  for (const key of keys) expect(await findStoredKey(key)).toMatchObject(rights);
});

test("a user with 80 live keys can't get another one, and can be locked", async () => {
  const { userId } = await makeHost();
  const first = await issue(userId);
  await storeKeys(userId, 79);
  await expect(issue(userId)).rejects.toMatchObject({ code: "limit_reached" });
  await lockUser(OPERATOR, userId, true);
  expect(await findStoredKey(first.key)).toMatchObject({ isLocked: true });
  await revokeApiKey(OPERATOR, userId, first.apiKey.id);
  await issue(userId);
});

test("setting a role fails with conflict if the live keys do not fit in one transaction", async () => {
  const { userId } = await makeHost();
  await storeKeys(userId, 81);
  await expect(setRole(OPERATOR, userId, "ADMIN")).rejects.toMatchObject({ code: "conflict" });
});

test("an unknown user is not found", async () => {
  await expect(lockUser(OPERATOR, 999_999, true)).rejects.toMatchObject({ code: "not_found" });
});

test("only a system admin locks users and sets roles", async () => {
  const caller = await makeHost();
  for (const attempt of [setRole(caller, caller.userId, "ADMIN"), lockUser(caller, caller.userId, false)])
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});

/** Stores live keys directly, with ids from 1001. */
async function storeKeys(userId: number, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, at) => ({ id: 1001 + at, hash: `${userId}-${at}`, userId }));
  const rest = { note: null, createdAt: "2026-01-01T00:00:00.000Z", expiresAt: null, lastUsedAt: null };
  await Promise.all(
    keys.map((key) =>
      transact([
        put(ApiKeyItem, { ...rest, ...key, role: "USER", isLocked: false, revokedAt: null }),
        put(ApiKeyOfUser, key),
      ]),
    ),
  );
}
