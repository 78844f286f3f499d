import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { hashClientSecret, newHexToken } from "./authenticate-client.ts";
import { OAuthClientItem } from "./entity.ts";
import { getStoredClient } from "./get-client.ts";
import { type IssuedOAuthClient, toOAuthClient } from "./schema.ts";

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
