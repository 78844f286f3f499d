import * as z from "zod";
import { Scope } from "#lib/access/scopes.ts";
import type { OAuthClientItem } from "#lib/oauth/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { GrantItem } from "./entity.ts";

/** The id of a grant in a path. */
export const GrantId = z.string().max(100);

/** What a user allows an application, as its user sees it. */
export const AppGrant = z.object({
  id: GrantId,
  client: z.object({
    id: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    link: z.string().nullable(),
  }),
  scopes: z.array(Scope),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type AppGrant = z.output<typeof AppGrant>;

/** What may be shown of a grant to its user; the name of a client that is not there any more is its id. */
export function shownGrant(
  { id, clientId, scopes, createdAt, lastUsedAt }: Stored<typeof GrantItem>,
  known: Stored<typeof OAuthClientItem> | undefined,
): AppGrant {
  const { name = clientId, logo = null, link = null } = known ?? {};
  return { id, client: { id: clientId, name, logo, link }, scopes, createdAt, lastUsedAt };
}
