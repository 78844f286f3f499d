import type { Caller } from "#lib/access/caller.ts";
import { notFound } from "#lib/http/failures.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import { commit } from "#lib/table/commit.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { GrantItem } from "./entity.ts";
import { isVisibleGrant } from "./is-visible.ts";
import { type AppGrant, shownGrant } from "./model.ts";
import { grantRevocation } from "./revoke.ts";

/** Takes back what the caller allowed an application; its tokens stop at their next call. Three round trips. */
export async function removeGrant(
  caller: Caller,
  target: { id: string } & Expected,
): Promise<AppGrant & { version: number }> {
  return retryRefused(async () => {
    const grant = await getItem(GrantItem, { id: target.id });
    if (!grant || !isVisibleGrant(caller, grant)) throw notFound("Grant");
    requireMatch(target, grant);
    const { id, clientId, version } = grant;
    const client = await getItem(OAuthClientItem, { id: clientId });
    const removed = { ...shownGrant(grant, client), version: version + 1 };
    return commit(removed, [grantRevocation(id, { ifVersion: version })]);
  });
}
