import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { OAuthClientItem } from "./entity.ts";
import { type OAuthClient, toOAuthClient } from "./schema.ts";

/** Lists the OAuth clients, oldest first. Reads an index, so a client that was just created may be missing. */
export async function listOAuthClients(caller: Caller): Promise<OAuthClient[]> {
  requireSystemAdmin(caller);
  return (await queryAll(OAuthClientItem, {}, { index: "GSI2" })).map(toOAuthClient);
}
