import type { Caller } from "#lib/caller.ts";
import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/credentials/is-live-grant.ts";
import type { Stored } from "#lib/table/entity.ts";

/** Whether a caller sees a grant: users see their live ones, an application that acts for a user only its own. */
export const isVisibleGrant = (caller: Caller, grant: Stored<typeof GrantItem>): boolean =>
  grant.userId === caller.userId &&
  isLiveGrant(grant) &&
  (caller.scopes === "all" || caller.credentialId === `grant-${grant.id}`);
