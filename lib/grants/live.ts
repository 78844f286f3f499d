import type { Stored } from "#lib/table/entity.ts";
import { getItems, queryAll, wanted } from "#lib/table/read.ts";
import { GrantItem, GrantOfUser } from "./entity.ts";
import { isLiveGrant } from "./is-live.ts";

/** The live grants of a user, one a client; two round trips. */
export async function liveGrants(userId: number): Promise<Stored<typeof GrantItem>[]> {
  const pointers = await queryAll(GrantOfUser, { userId });
  const grants: (Stored<typeof GrantItem> | undefined)[] = await getItems(
    pointers.map(({ grantId }) => wanted(GrantItem, { id: grantId })),
  );
  return grants.filter((grant) => grant !== undefined).filter(isLiveGrant);
}
