import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { queryAll } from "#lib/table/query.ts";
import { OAuthClientItem } from "./entity.ts";
import { type OAuthClient, toOAuthClient } from "./schema.ts";

/** Lists the OAuth clients in the order they were made; one made a moment ago may still be missing (an index is read). */
export async function listOAuthClients(caller: Caller): Promise<OAuthClient[]> {
  requireSystemAdmin(caller);
  return (await queryAll(OAuthClientItem, {}, { index: "GSI2" })).map(toOAuthClient);
}
