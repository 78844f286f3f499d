import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { hashClientSecret, newHexToken } from "./authenticate-client.ts";
import { restrictionUpdate } from "./client-restriction.ts";
import { OAuthClientItem } from "./entity.ts";
import {
  type IssuedOAuthClient,
  type OAuthClient,
  type OAuthClientCreate,
  type OAuthClientUpdate,
  toOAuthClient,
} from "./schema.ts";

/**
 * Gets an OAuth client by its id.
 *
 * @throws {Failure} `not_found`
 */
export async function getOAuthClient(caller: Caller, id: string): Promise<OAuthClient> {
  requireSystemAdmin(caller);
  return toOAuthClient(await getStoredClient(id));
}

/**
 * Gets the stored client with an id.
 *
 * @throws {Failure} `not_found`
 */
async function getStoredClient(id: string): Promise<Stored<typeof OAuthClientItem>> {
  const client = id === "" ? undefined : await findItem(OAuthClientItem, { id });
  if (!client) throw notFound("OAuth client");
  return client;
}

/** Lists the OAuth clients, oldest first. Reads an index, so a client that was just created may be missing. */
export async function listOAuthClients(caller: Caller): Promise<OAuthClient[]> {
  requireSystemAdmin(caller);
  return (await queryAll(OAuthClientItem, {}, { index: "GSI2" })).map(toOAuthClient);
}

/** Creates an OAuth client. Its id and secret are 64 hex digits each. The secret can't be read again. */
export async function createOAuthClient(
  caller: Caller,
  input: OAuthClientCreate,
): Promise<IssuedOAuthClient> {
  requireSystemAdmin(caller);
  const clientSecret = input.type === "confidential" ? newHexToken() : null;
  const createdAt = nowIso();
  const secrets =
    clientSecret === null ? [] : [{ hash: hashClientSecret(clientSecret), createdAt, expiresAt: null }];
  const client = { ...input, id: newHexToken(), createdAt, disabledAt: null, secrets, version: 1 };
  await transact([put(OAuthClientItem, client)]);
  return { client: toOAuthClient(client), clientSecret };
}

/**
 * Updates an OAuth client. Its id, type and secrets can't be changed. New scopes apply immediately: a removed scope is removed from all
 * tokens, and added again to those with it if the client gets it back.
 *
 * @throws {Failure} `not_found`
 */
export async function updateOAuthClient(
  caller: Caller,
  id: string,
  changes: OAuthClientUpdate,
): Promise<OAuthClient> {
  requireSystemAdmin(caller);
  return retryFailedCondition(async () => {
    const client = await getStoredClient(id);
    await transact([
      update(OAuthClientItem, { id }, { set: changes, ifVersion: client.version }),
      ...(changes.scopes ? [restrictionUpdate({ ...client, scopes: changes.scopes })] : []),
    ]);
    return toOAuthClient(await getStoredClient(id));
  });
}

/**
 * Creates a new secret for a confidential client, which can't be read again. The previous secret stays valid for `graceSeconds`; older ones
 * become invalid.
 *
 * @throws {Failure} `not_found`; `conflict` for a public client
 */
export async function rotateClientSecret(
  caller: Caller,
  id: string,
  graceSeconds: number,
): Promise<IssuedOAuthClient> {
  requireSystemAdmin(caller);
  const clientSecret = newHexToken();
  return retryFailedCondition(async () => {
    const client = await getStoredClient(id);
    if (client.type === "public") throw new Failure("conflict", "A public client has no secret.");
    const expiresAt = new Date(now() + graceSeconds * 1000).toISOString();
    const secrets = [
      { hash: hashClientSecret(clientSecret), createdAt: nowIso(), expiresAt: null },
      ...client.secrets.slice(0, 1).map((old) => ({ ...old, expiresAt })),
    ];
    await transact([update(OAuthClientItem, { id }, { set: { secrets }, ifVersion: client.version })]);
    return { client: toOAuthClient(client), clientSecret };
  });
}

/**
 * Disables or enables an OAuth client. While it is disabled, its tokens are rejected and it gets no new ones. The grants of users are not
 * changed.
 *
 * @throws {Failure} `not_found`
 */
export async function disableOAuthClient(
  caller: Caller,
  id: string,
  isDisabled: boolean,
): Promise<OAuthClient> {
  requireSystemAdmin(caller);
  return retryFailedCondition(async () => {
    const client = await getStoredClient(id);
    if ((client.disabledAt !== null) === isDisabled) return toOAuthClient(client);
    const disabledAt = isDisabled ? nowIso() : null;
    await transact([
      update(OAuthClientItem, { id }, { set: { disabledAt }, ifVersion: client.version }),
      restrictionUpdate({ ...client, disabledAt }),
    ]);
    return toOAuthClient({ ...client, disabledAt });
  });
}
