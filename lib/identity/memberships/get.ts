import type { Caller } from "#lib/caller.ts";
import type { StoredMembership } from "./entity.ts";
import type { MembershipKey } from "./schema.ts";
import { getVisibleMembership, visibleMembership } from "./visibility.ts";

/** Gets a membership. */
export async function getMembership(caller: Caller, key: MembershipKey): Promise<StoredMembership> {
  return visibleMembership(caller, (await getVisibleMembership(caller, key)).membership);
}
