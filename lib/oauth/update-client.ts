import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { update } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { OAuthClientItem } from "./entity.ts";
import { getStoredClient } from "./get-client.ts";
import { type OAuthClient, type OAuthClientUpdate, toOAuthClient } from "./schema.ts";

/**
 * Updates an OAuth client. Its id, type and secrets can't be changed.
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
    const { version } = await getStoredClient(id);
    await transact([update(OAuthClientItem, { id }, { set: changes, ifVersion: version })]);
    return toOAuthClient(await getStoredClient(id));
  });
}
