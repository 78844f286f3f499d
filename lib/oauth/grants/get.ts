import type { Caller } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { notFound } from "#lib/failures.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import { versioned } from "#lib/table/content-version.ts";
import { getItem } from "#lib/table/read.ts";
import { isVisibleGrant } from "./is-visible.ts";
import { type AppGrant, shownGrant } from "./model.ts";

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
  return { grant: versioned(shownGrant(stored, client)), storedVersion: stored.version };
}
