import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { ttlFromNow } from "#lib/identity/oauth/refresh-family.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { all, equals, present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult, writeOne } from "#lib/storage/table/write.ts";
import { type GrantsOf, getGrant, listAllGrants, type OperatorsGrant } from "./read.ts";
import type { VersionedGrant } from "./schema.ts";

/** Days for which a revoked grant is stored, so that operators can list it. */
const DAYS_STORED = 30;

/** All scopes of a grant with some new ones, and the version of the grant that they are based on. */
interface MoreScopes {
  scopes: readonly Scope[];
  ifVersion: number;
}

/**
 * The write that extends the TTL of a grant for a new code or token, and replaces its scopes if they are given. Fails if the grant is
 * revoked or of another version, or its user is locked.
 */
export const grantExtension = (id: string, more?: MoreScopes): Operation =>
  update(
    GrantItem,
    { id },
    {
      set: { ...ttlFromNow(), ...(more && { scopes: more.scopes }) },
      ...(more && { add: { version: 1 }, ifVersion: more.ifVersion }),
      if: all(equals("revokedAt", null), equals("isLocked", false)),
    },
  );

/** The write that revokes a grant permanently, with all its tokens. Fails if the grant is missing, already revoked, or of another version. */
const grantRevocation = (id: string, guard: { ifVersion?: number } = {}): Operation =>
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

/**
 * Revokes a grant of the caller. Its tokens are rejected from the next call on.
 *
 * @throws {Failure} `not_found`
 */
export async function removeGrant(caller: Caller, target: { id: string } & IfMatch): Promise<VersionedGrant> {
  return retryFailedCondition(async () => {
    const { grant, storedVersion } = await getGrant(caller, target.id);
    requireMatch(target, grant);
    return commitResult(grant, [grantRevocation(grant.id, { ifVersion: storedVersion })]);
  });
}

/** Revocations that are sent in parallel. */
const BATCH_SIZE = 25;

/** Revokes the live grants of a user, of a client, or of both, permanently. Returns the revoked grants. */
export async function revokeAllGrants(caller: Caller, of: GrantsOf): Promise<OperatorsGrant[]> {
  const live = (await listAllGrants(caller, of)).filter(({ revokedAt }) => revokedAt === null);
  for (let from = 0; from < live.length; from += BATCH_SIZE)
    await Promise.all(live.slice(from, from + BATCH_SIZE).map(({ id }) => revokeGrant(id)));
  return live;
}
