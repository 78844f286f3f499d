import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { ttlFromNow } from "#lib/oauth/refresh-family.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { all, equals, present } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";

/** Days a revoked grant is still shown to the operator. */
const DAYS_KEPT = 30;

/**
 * The write that lets a grant go on for as long as what comes of it now may be used, with more scopes if they are given; refused
 * when it is revoked or its user locked.
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

/** The write that ends a grant permanently, with all its tokens; refused when there is no live one, or not of that version. */
export const grantRevocation = (id: string, guard: { ifVersion?: number } = {}): Operation =>
  update(
    GrantItem,
    { id },
    {
      ...guard,
      set: { revokedAt: nowIso(), ttl: expiryInDays(DAYS_KEPT) },
      add: { version: 1 },
      if: all(present("pk"), equals("revokedAt", null)),
    },
  );

/** Ends a grant permanently and immediately, with all its tokens; one that is not live stays as it is. */
export async function revokeGrant(id: string): Promise<void> {
  await ignoreFailedCondition(writeOne(grantRevocation(id)));
}
