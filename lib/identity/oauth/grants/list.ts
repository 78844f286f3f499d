import type { Caller } from "#lib/caller.ts";
import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { liveGrants } from "#lib/identity/credentials/live-grants.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { type AppGrant, toAppGrant } from "./schema.ts";
import { isVisibleGrant } from "./visibility.ts";

/** Lists the grants of the caller by client id, at most 80. */
export async function listGrants(caller: Caller): Promise<ListSource<AppGrant>> {
  const grants = (await liveGrants(caller.userId)).filter((grant) => isVisibleGrant(caller, grant));
  const grantsWithClients = await withClients(grants);
  return {
    async *read({ after = "" }) {
      yield grantsWithClients.filter(({ client }) => client.id > after);
    },
    positionOf: ({ client }) => client.id,
    count: async () => grantsWithClients.length,
  };
}

async function withClients(grants: readonly Stored<typeof GrantItem>[]): Promise<AppGrant[]> {
  const clients: (Stored<typeof OAuthClientItem> | undefined)[] = await findItems(
    grants.map(({ clientId }) => itemRequest(OAuthClientItem, { id: clientId })),
  );
  return grants.map((grant, at) => toAppGrant(grant, clients[at]));
}
