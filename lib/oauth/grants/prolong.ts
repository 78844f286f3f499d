import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { keptFromNow } from "#lib/oauth/refresh-family.ts";
import type { Scope } from "#lib/scopes.ts";
import { all, equals } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";

/**
 * The write that lets a grant go on for as long as what comes of it now may be used, with more scopes if they are given; refused
 * when it is revoked or its user locked.
 */
export const grantProlongation = (id: string, scopes?: readonly Scope[]): Operation =>
  update(
    GrantItem,
    { id },
    {
      set: { ...keptFromNow(), ...(scopes && { scopes }) },
      ...(scopes && { add: { version: 1 } }),
      if: all(equals("revokedAt", null), equals("isLocked", false)),
    },
  );
