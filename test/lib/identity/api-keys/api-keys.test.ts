import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { deriveApiKey, isApiKey } from "#lib/identity/api-keys/secret.ts";
import { ApiKeyItem, ApiKeyOfUser } from "#lib/identity/credentials/api-key-entity.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { now } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = 86_400_000;

/** The stored hash, which a later release must accept. */
const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64url");
const findStoredKey = (key: string) => findItem(ApiKeyItem, { hash: hashOf(key) });

test("a key is returned once, and only its SHA-256 hash is stored", async () => {
  const { userId } = await makeHost();
  const { key, apiKey } = await createApiKey(OPERATOR, userId, ApiKeyCreate.parse({ note: "laptop" }));
  expect(key).toMatch(/^sk_[\w-]{43}$/);
  expect(apiKey).toMatchObject({ userId, note: "laptop", expiresAt: null, revokedAt: null });
  const stored = await findStoredKey(key);
  expect(stored).toMatchObject({ userId, note: "laptop" });
  expect(JSON.stringify(stored)).not.toContain(key);
  expect(JSON.stringify(await listApiKeys(OPERATOR, userId))).not.toContain(hashOf(key));
});

test("the keys of a user are listed in the order of creation, including revoked ones", async () => {
  const { userId } = await makeHost();
  const one = await createApiKey(OPERATOR, userId, ApiKeyCreate.parse({}));
  const other = await createApiKey(OPERATOR, userId, ApiKeyCreate.parse({}));
  const revoked = await revokeApiKey(OPERATOR, userId, one.apiKey.id);
  expect(await listApiKeys(OPERATOR, userId)).toEqual([revoked, other.apiKey]);
});

test("a revoked key is not live, and revoking it again changes nothing", async () => {
  const { userId } = await makeHost();
  const { key, apiKey } = await createApiKey(OPERATOR, userId, ApiKeyCreate.parse({}));
  const revoked = await revokeApiKey(OPERATOR, userId, apiKey.id);
  expect(revoked.revokedAt).not.toBeNull();
  expect(await revokeApiKey(OPERATOR, userId, apiKey.id)).toEqual(revoked);
  const item = await findStoredKey(key);
  expect(item && isLive(item)).toBe(false);
});

test("a key is listed for 30 days after it is revoked or expires, and then deleted", async () => {
  const { userId } = await makeHost();
  const expiresAt = new Date(now() + 40 * DAY).toISOString();
  const create = async (input: object) =>
    (await createApiKey(OPERATOR, userId, ApiKeyCreate.parse(input))).apiKey.id;
  const [revoked, expiring, live] = [await create({}), await create({ expiresAt }), await create({})];
  await revokeApiKey(OPERATOR, userId, revoked);
  const listIds = async () => (await listApiKeys(OPERATOR, userId)).map(({ id }) => id);
  passMinutes(29 * 1_440);
  expect(await listIds()).toEqual([revoked, expiring, live]);
  passMinutes(2 * 1_440);
  expect(await listIds()).toEqual([expiring, live]);
  passMinutes(40 * 1_440);
  expect(await listIds()).toEqual([live]);
  // The pointers expire, too, so that a list reads nothing of deleted keys.
  expect(await queryAll(ApiKeyOfUser, { userId })).toHaveLength(1);
});

test("a key of another user is not found", async () => {
  const [owner, stranger] = [await makeHost(), await makeHost()];
  const { apiKey } = await createApiKey(OPERATOR, owner.userId, ApiKeyCreate.parse({}));
  await expect(revokeApiKey(OPERATOR, stranger.userId, apiKey.id)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("an unknown user gets no key", async () => {
  await expect(createApiKey(OPERATOR, 999_999, ApiKeyCreate.parse({}))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a key can't expire in the past", () => {
  expect(ApiKeyCreate.safeParse({ expiresAt: "2020-01-01T00:00:00Z" }).success).toBe(false);
  expect(ApiKeyCreate.parse({ expiresAt: "2999-01-01T00:00:00+02:00" }).expiresAt).toBe(
    "2998-12-31T22:00:00.000Z",
  );
});

test("neither another user nor an application creates, lists or revokes keys", async () => {
  const [owner, other] = [await makeHost(), await makeHost()];
  const application: Caller = { ...owner, scopes: ["ADMIN"] };
  for (const caller of [other, application])
    for (const attempt of [
      createApiKey(caller, owner.userId, ApiKeyCreate.parse({})),
      listApiKeys(caller, owner.userId),
      revokeApiKey(caller, owner.userId, 1),
    ])
      await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});

test("a form creates one key, even if it is sent several times in parallel", async () => {
  const owner = await makeHost();
  const token = newBrowserToken();
  const send = (...fields: string[]) =>
    createApiKey(owner, owner.userId, { ...ApiKeyCreate.parse({}), key: deriveApiKey(token, fields) });
  const issued = await Promise.all([send("form", "name"), send("form", "name"), send("form", "name")]);
  issued.push(await send("form", "name"));
  expect(new Set(issued.map(({ key }) => key)).size).toBe(1);
  expect(new Set(issued.map(({ apiKey }) => apiKey.id)).size).toBe(1);
  expect(issued[0]?.key).toSatisfy(isApiKey);
  await send("form", "another name");
  const ids = (await listApiKeys(owner, owner.userId)).map(({ id }) => id);
  expect(ids.filter((id) => issued.some(({ apiKey }) => apiKey.id === id))).toHaveLength(1);
});
