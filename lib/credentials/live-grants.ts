import type { Stored } from "#lib/table/entity.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { GrantItem, GrantOfUser } from "./grant-entity.ts";
import { isLiveGrant } from "./is-live-grant.ts";

type Grant = Stored<typeof GrantItem>;

/** The live grants of a user, one a client; two round trips. */
export const liveGrants = async (userId: number): Promise<Grant[]> =>
  (await grantsAt(await queryAll(GrantOfUser, { userId }))).filter(isLiveGrant);

/** The grants that are still there of those that were found; one round trip. */
export async function grantsAt(found: readonly Stored<typeof GrantOfUser>[]): Promise<Grant[]> {
  const grants: (Grant | undefined)[] = await getItems(
    found.map(({ grantId }) => itemRequest(GrantItem, { id: grantId })),
  );
  return grants.filter((grant) => grant !== undefined);
}
