import { GrantItem, GrantOfUser } from "#lib/identity/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/identity/credentials/is-live-grant.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** What a user allows a client at present; undefined when nothing. */
export async function findGrant(
  userId: number,
  clientId: string,
): Promise<Stored<typeof GrantItem> | undefined> {
  const pointer = await findItem(GrantOfUser, { userId, clientId });
  const grant = pointer && (await findItem(GrantItem, { id: pointer.grantId }));
  return grant && isLiveGrant(grant) ? grant : undefined;
}
