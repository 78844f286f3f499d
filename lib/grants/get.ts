import type { Caller } from "#lib/access/caller.ts";
import { notFound } from "#lib/http/failures.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { GrantItem } from "./entity.ts";
import { isVisibleGrant } from "./is-visible.ts";
import { type AppGrant, shownGrant } from "./model.ts";

/** Reads what the caller allows an application. Two round trips. */
export async function getGrant(caller: Caller, id: string): Promise<AppGrant & { version: number }> {
  const grant = await getItem(GrantItem, { id });
  if (!grant || !isVisibleGrant(caller, grant)) throw notFound("Grant");
  return shownGrant(grant, await getItem(OAuthClientItem, { id: grant.clientId }));
}
