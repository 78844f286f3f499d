import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { ttlFromNow } from "#lib/identity/oauth/refresh-family.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { all, equals, present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/** Days for which a revoked grant is stored, so that operators can list it. */
const DAYS_STORED = 30;

/**
 * The write that extends the TTL of a grant for a new code or token, and replaces its scopes if they are given. Fails if the grant is
 * revoked or its user is locked.
 */
export const grantExtension = (id: string, scopes?: readonly Scope[]): Operation =>
  update(
    GrantItem,
    { id },
    {
      set: { ...ttlFromNow(), ...(scopes && { scopes }) },
      ...(scopes && { add: { version: 1 } }),
      if: all(equals("revokedAt", null), equals("isLocked", false)),
    },
  );

/** The write that revokes a grant permanently, with all its tokens. Fails if the grant is missing, already revoked, or of another version. */
export const grantRevocation = (id: string, guard: { ifVersion?: number } = {}): Operation =>
  update(
    GrantItem,
    { id },
    {
      ...guard,
      set: { revokedAt: nowIso(), ttl: expiryInDays(DAYS_STORED) },
      add: { version: 1 },
      if: all(present("pk"), equals("revokedAt", null)),
    },
  );

/** Revokes a grant permanently and immediately, with all its tokens. Does nothing if it is already revoked. */
export async function revokeGrant(id: string): Promise<void> {
  await ignoreFailedCondition(writeOne(grantRevocation(id)));
}
