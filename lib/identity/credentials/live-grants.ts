import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { GrantItem, GrantOfUser } from "./grant-entity.ts";
import { isLiveGrant } from "./is-live-grant.ts";

type Grant = Stored<typeof GrantItem>;

/** Lists the live grants of a user, one for each client. */
export const liveGrants = async (userId: number): Promise<Grant[]> =>
  (await grantsAt(await queryAll(GrantOfUser, { userId }))).filter(isLiveGrant);

/** Reads the grants of pointers, without deleted ones. */
export async function grantsAt(pointers: readonly Stored<typeof GrantOfUser>[]): Promise<Grant[]> {
  const grants: (Grant | undefined)[] = await findItems(
    pointers.map(({ grantId }) => itemRequest(GrantItem, { id: grantId })),
  );
  return grants.filter((grant) => grant !== undefined);
}
