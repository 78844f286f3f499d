import type { Caller } from "#lib/access/caller.ts";
import type { ListSource } from "#lib/http/list-source.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import type { GrantItem } from "./entity.ts";
import { isVisibleGrant } from "./is-visible.ts";
import { liveGrants } from "./live.ts";
import { type AppGrant, shownGrant } from "./model.ts";

/** The grants of the caller, in the order of the ids of their clients; at most 80, three round trips. */
export async function listGrants(caller: Caller): Promise<ListSource<AppGrant>> {
  const grants = (await liveGrants(caller.userId)).filter((grant) => isVisibleGrant(caller, grant));
  const shown = await withClients(grants);
  return {
    async *read({ after = "" }) {
      yield shown.filter(({ client }) => client.id > after);
    },
    positionOf: ({ client }) => client.id,
    count: async () => shown.length,
  };
}

async function withClients(grants: readonly Stored<typeof GrantItem>[]): Promise<AppGrant[]> {
  const clients: (Stored<typeof OAuthClientItem> | undefined)[] = await getItems(
    grants.map(({ clientId }) => wanted(OAuthClientItem, { id: clientId })),
  );
  return grants.map((grant, at) => shownGrant(grant, clients[at]));
}
