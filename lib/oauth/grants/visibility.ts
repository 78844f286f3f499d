import type { Caller } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/credentials/is-live-grant.ts";
import { notFound } from "#lib/failures.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import { versioned } from "#lib/table/content-version.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { type AppGrant, toAppGrant } from "./schema.ts";

/** Whether a caller sees a grant: users see their live ones, an application that acts for a user only its own. */
export const isVisibleGrant = (caller: Caller, grant: Stored<typeof GrantItem>): boolean =>
  grant.userId === caller.userId &&
  isLiveGrant(grant) &&
  (caller.scopes === "all" || caller.credentialId === `grant-${grant.id}`);

/**
 * Reads what the caller allows an application, and the version it is stored with. Its own version is made of what is shown:
 * each call of the application and each change of its name is another one. Two round trips.
 */
export async function getGrant(
  caller: Caller,
  id: string,
): Promise<{ grant: AppGrant & { version: number }; storedVersion: number }> {
  const stored = await getItem(GrantItem, { id });
  if (!stored || !isVisibleGrant(caller, stored)) throw notFound("Grant");
  const client = await getItem(OAuthClientItem, { id: stored.clientId });
  return { grant: versioned(toAppGrant(stored, client)), storedVersion: stored.version };
}
