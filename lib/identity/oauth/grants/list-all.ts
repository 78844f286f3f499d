import { type Caller, requireOwnCredentials } from "#lib/caller.ts";
import { type GrantItem, GrantOfUser } from "#lib/identity/credentials/grant-entity.ts";
import { grantsAt } from "#lib/identity/credentials/live-grants.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";

/** A filter for the grants of a user, of a client, or of both. */
export interface GrantsOf {
  userId?: number;
  clientId?: string;
}

/** A grant for operators. */
export type OperatorsGrant = Pick<
  Stored<typeof GrantItem>,
  "id" | "userId" | "clientId" | "scopes" | "createdAt" | "lastUsedAt" | "revokedAt"
>;

/**
 * Lists the latest grant of each user and client, also if it was revoked in the last 30 days. For a client it reads an index, so a grant
 * that was just created may be missing.
 */
export async function listAllGrants(caller: Caller, of: GrantsOf): Promise<OperatorsGrant[]> {
  requireOwnCredentials(caller, of.userId);
  return (await grantsAt(await pointersOf(of))).map(toOperatorsGrant);
}

async function pointersOf({ userId, clientId }: GrantsOf): Promise<Stored<typeof GrantOfUser>[]> {
  if (userId === undefined)
    return clientId === undefined ? [] : queryAll(GrantOfUser, { clientId }, { index: "GSI2" });
  const ofUser = await queryAll(GrantOfUser, { userId });
  return ofUser.filter((pointer) => clientId === undefined || pointer.clientId === clientId);
}

const toOperatorsGrant = (grant: Stored<typeof GrantItem>): OperatorsGrant => {
  const { id, userId, clientId, scopes, createdAt, lastUsedAt, revokedAt } = grant;
  return { id, userId, clientId, scopes, createdAt, lastUsedAt, revokedAt };
};
