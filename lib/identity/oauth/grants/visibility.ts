import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/identity/credentials/is-live-grant.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import { versioned } from "#lib/storage/table/content-version.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type AppGrant, toAppGrant } from "./schema.ts";

/** Whether a caller can access a grant: users their live grants, an application only its own. */
export const isVisibleGrant = (caller: Caller, grant: Stored<typeof GrantItem>): boolean =>
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
): Promise<{ grant: AppGrant & { version: number }; storedVersion: number }> {
  const stored = await findItem(GrantItem, { id });
  if (!stored || !isVisibleGrant(caller, stored)) throw notFound("Grant");
  const client = await findItem(OAuthClientItem, { id: stored.clientId });
  return { grant: versioned(toAppGrant(stored, client)), storedVersion: stored.version };
}
