import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import type { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";

/** Whether a user has already allowed all of these scopes with a grant. */
export const hasScopes = (
  grant: Stored<typeof GrantItem> | undefined,
  scopes: readonly Scope[],
): grant is Stored<typeof GrantItem> =>
  grant !== undefined && scopes.every((scope) => grant.scopes.includes(scope));
