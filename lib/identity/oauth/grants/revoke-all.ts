import type { Caller } from "#lib/caller.ts";
import { type GrantsOf, listAllGrants, type OperatorsGrant } from "./list-all.ts";
import { revokeGrant } from "./writes.ts";

/** Revocations that are sent in parallel. */
const BATCH_SIZE = 25;

/** Revokes the live grants of a user, of a client, or of both, permanently. Returns the revoked grants. */
export async function revokeAllGrants(caller: Caller, of: GrantsOf): Promise<OperatorsGrant[]> {
  const live = (await listAllGrants(caller, of)).filter(({ revokedAt }) => revokedAt === null);
  for (let from = 0; from < live.length; from += BATCH_SIZE)
    await Promise.all(live.slice(from, from + BATCH_SIZE).map(({ id }) => revokeGrant(id)));
  return live;
}
