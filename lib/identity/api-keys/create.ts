import type { Caller } from "#lib/caller.ts";
import { requireOwnCredentials } from "#lib/caller.ts";
import { API_KEY_DAYS, ApiKeyItem, ApiKeyOfUser } from "#lib/identity/credentials/api-key-entity.ts";
import {
  getUserWithCredentials,
  requireRoomForCredential,
} from "#lib/identity/credentials/live-credentials.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { expiryAfter, nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { type ApiKey, type ApiKeyCreate, toApiKey } from "./schema.ts";
import { hashApiKey, newApiKey } from "./secret.ts";

/** A new API key. The service stores only a hash of `key`, so it can't be read again. */
export interface IssuedApiKey {
  key: string;
  apiKey: ApiKey;
}

/**
 * Creates an API key with all rights of its user. If the given `key` already exists, returns it unchanged, so that a form can be sent twice.
 *
 * @throws {Failure} `limit_reached` if the user has 80 live API keys and grants
 */
export async function createApiKey(
  caller: Caller,
  userId: number,
  { key = newApiKey(), ...input }: ApiKeyCreate & { key?: string },
): Promise<IssuedApiKey> {
  requireOwnCredentials(caller, userId);
  const hash = hashApiKey(key);
  const [id = 0] = await takeIds("api-key", 1);
  return retryFailedCondition(async () => {
    const [{ user, live }, existing] = await Promise.all([
      getUserWithCredentials(userId),
      findItem(ApiKeyItem, { hash }),
    ]);
    if (existing) return { key, apiKey: toApiKey(existing) };
    requireRoomForCredential(live);
    const { expiresAt } = input;
    const ttl = expiresAt === null ? undefined : expiryAfter(expiresAt, API_KEY_DAYS);
    const stored = { ...newItem(user, input), id, hash, ttl };
    await transact([
      // Increments the user's version, so that a parallel change of role or lock fails and reads the keys again.
      update(UserItem, { id: userId }, { ifVersion: user.version }),
      put(ApiKeyItem, stored),
      put(ApiKeyOfUser, { userId, id, hash, ttl }),
    ]);
    return { key, apiKey: toApiKey(stored) };
  });
}

const newItem = (
  { id, role, isLocked, organizations }: Stored<typeof UserItem>,
  { note, expiresAt }: ApiKeyCreate,
) => ({
  userId: id,
  role,
  isLocked,
  organizations,
  note,
  expiresAt,
  createdAt: nowIso(),
  lastUsedAt: null,
  revokedAt: null,
});
