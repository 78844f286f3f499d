import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { restrictionUpdate } from "./client-restriction.ts";
import { OAuthClientItem } from "./entity.ts";
import { getStoredClient } from "./get-client.ts";
import { type OAuthClient, type OAuthClientUpdate, toOAuthClient } from "./schema.ts";

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
