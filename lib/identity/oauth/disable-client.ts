import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { restrictionUpdate } from "./client-restriction.ts";
import { OAuthClientItem } from "./entity.ts";
import { getStoredClient } from "./get-client.ts";
import { type OAuthClient, toOAuthClient } from "./schema.ts";

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
