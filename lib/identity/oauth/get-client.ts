import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { OAuthClientItem } from "./entity.ts";
import { type OAuthClient, toOAuthClient } from "./schema.ts";

/**
 * Gets an OAuth client by its id.
 *
 * @throws {Failure} `not_found`
 */
export async function getOAuthClient(caller: Caller, id: string): Promise<OAuthClient> {
  requireSystemAdmin(caller);
  return toOAuthClient(await getStoredClient(id));
}

/**
 * Gets the stored client with an id.
 *
 * @throws {Failure} `not_found`
 */
export async function getStoredClient(id: string): Promise<Stored<typeof OAuthClientItem>> {
  const client = id === "" ? undefined : await findItem(OAuthClientItem, { id });
  if (!client) throw notFound("OAuth client");
  return client;
}
