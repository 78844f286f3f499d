import { createHash } from "node:crypto";
import { type Caller, requireOwnCredentials } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { GrantItem, GrantOfUser } from "#lib/identity/credentials/grant-entity.ts";
import { grantsAt, isLiveGrant, liveGrants } from "#lib/identity/credentials/live-credentials.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { type AppGrant, toAppGrant, type VersionedGrant } from "./schema.ts";

/** What a user allows a client at present; undefined when nothing. */
export async function findGrant(
  userId: number,
  clientId: string,
): Promise<Stored<typeof GrantItem> | undefined> {
  const pointer = await findItem(GrantOfUser, { userId, clientId });
  const grant = pointer && (await findItem(GrantItem, { id: pointer.grantId }));
  return grant && isLiveGrant(grant) ? grant : undefined;
}

/** Whether a caller can access a grant: users their live grants, an application only its own. */
const isVisibleGrant = (caller: Caller, grant: Stored<typeof GrantItem>): boolean =>
  grant.userId === caller.userId &&
  isLiveGrant(grant) &&
  (caller.scopes === "all" || caller.credentialId === `grant-${grant.id}`);

/**
 * Gets a grant that the caller can access, and its stored version. The `version` of the response is a hash of its fields: it also changes
 * with each call of the application and with its name.
 *
 * @throws {Failure} `not_found`
 */
export async function getGrant(
  caller: Caller,
  id: string,
): Promise<{ grant: VersionedGrant; storedVersion: number }> {
  const stored = await findItem(GrantItem, { id });
  if (!stored || !isVisibleGrant(caller, stored)) throw notFound("Grant");
  const client = await findItem(OAuthClientItem, { id: stored.clientId });
  return { grant: versioned(toAppGrant(stored, client)), storedVersion: stored.version };
}

/** Hexadecimal digits of a whole number that JavaScript represents exactly. */
const DIGITS = 12;

/** Adds a version that is a hash of the content, for the entity tag of content without a stored version. */
const versioned = <T extends object>(content: T): T & { version: number } => {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { ...content, version: Number.parseInt(hash.slice(0, DIGITS), 16) };
};

/** Lists the grants of the caller by client id, at most 80. */
export async function listGrants(caller: Caller): Promise<ListSource<AppGrant>> {
  const grants = (await liveGrants(caller.userId)).filter((grant) => isVisibleGrant(caller, grant));
  const grantsWithClients = await withClients(grants);
  return {
    async *read({ after = "" }) {
      yield grantsWithClients.filter(({ client }) => client.id > after);
    },
    positionOf: ({ client }) => client.id,
    count: async () => grantsWithClients.length,
  };
}

async function withClients(grants: readonly Stored<typeof GrantItem>[]): Promise<AppGrant[]> {
  const clients: (Stored<typeof OAuthClientItem> | undefined)[] = await findItems(
    grants.map(({ clientId }) => itemRequest(OAuthClientItem, { id: clientId })),
  );
  return grants.map((grant, at) => toAppGrant(grant, clients[at]));
}

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
