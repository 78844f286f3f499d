import type { Caller } from "#lib/caller.ts";
import { requireOwnCredentials } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { API_KEY_DAYS, ApiKeyItem, ApiKeyOfUser } from "#lib/identity/credentials/api-key-entity.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { equals, present } from "#lib/storage/table/condition.ts";
import { ConditionFailed, ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type ApiKey, toApiKey } from "./schema.ts";

/**
 * Revokes an API key of a user permanently and immediately. A key that is already revoked is not changed.
 *
 * @throws {Failure} `not_found`
 */
export async function revokeApiKey(caller: Caller, userId: number, id: number): Promise<ApiKey> {
  requireOwnCredentials(caller, userId);
  const pointer = await findItem(ApiKeyOfUser, { userId, id });
  if (!pointer) throw notFound("API key");
  return toApiKey(await writeRevocation(pointer));
}

/** The pointer contains the id, which the audit trail needs. It is written last, so that it never expires before a live key. */
async function writeRevocation(pointer: Stored<typeof ApiKeyOfUser>) {
  const ttl = expiryInDays(API_KEY_DAYS);
  try {
    const set = { revokedAt: nowIso(), ttl };
    const revoked = await writeOne(update(ApiKeyItem, pointer, { set, if: equals("revokedAt", null) }));
    await ignoreFailedCondition(writeOne(update(ApiKeyOfUser, pointer, { set: { ttl }, if: present("pk") })));
    return ApiKeyItem.schema.parse(revoked);
  } catch (error) {
    const revoked = error instanceof ConditionFailed ? error.itemOf(ApiKeyItem) : undefined;
    if (!revoked) throw error;
    return revoked;
  }
}
