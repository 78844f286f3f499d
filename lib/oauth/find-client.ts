import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { OAuthClientItem } from "./entity.ts";
import { type OAuthClient, shownClient } from "./model.ts";

/** Finds an OAuth client by its id. */
export async function findOAuthClient(caller: Caller, id: string): Promise<OAuthClient> {
  requireSystemAdmin(caller);
  return shownClient(await storedClient(id));
}

/**
 * The stored client with an id.
 *
 * @throws {Failure} `not_found`
 */
export async function storedClient(id: string): Promise<Stored<typeof OAuthClientItem>> {
  const client = id === "" ? undefined : await getItem(OAuthClientItem, { id });
  if (!client) throw notFound("OAuth client");
  return client;
}
