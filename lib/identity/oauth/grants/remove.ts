import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import type { AppGrant } from "./schema.ts";
import { getGrant } from "./visibility.ts";
import { grantRevocation } from "./writes.ts";

/**
 * Revokes a grant of the caller. Its tokens are rejected from the next call on.
 *
 * @throws {Failure} `not_found`
 */
export async function removeGrant(
  caller: Caller,
  target: { id: string } & IfMatch,
): Promise<AppGrant & { version: number }> {
  return retryFailedCondition(async () => {
    const { grant, storedVersion } = await getGrant(caller, target.id);
    requireMatch(target, grant);
    return commitResult(grant, [grantRevocation(grant.id, { ifVersion: storedVersion })]);
  });
}
