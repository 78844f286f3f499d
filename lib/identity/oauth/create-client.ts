import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { put } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { hashClientSecret, newHexToken } from "./authenticate-client.ts";
import { OAuthClientItem } from "./entity.ts";
import { type IssuedOAuthClient, type OAuthClientCreate, toOAuthClient } from "./schema.ts";

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
