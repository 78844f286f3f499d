import * as z from "zod";
import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import type { OAuthClientItem } from "#lib/oauth/entity.ts";
import { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/table/entity.ts";

/** The id of a grant in a path. */
export const GrantId = z.string().max(100);

/** An application, as the users it acts for see it. */
export const AppSummary = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  link: z.string().nullable(),
});
export type AppSummary = z.output<typeof AppSummary>;

/** What a user allows an application, as its user sees it. */
export const AppGrant = z.object({
  id: GrantId,
  client: AppSummary,
  scopes: z.array(Scope),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type AppGrant = z.output<typeof AppGrant>;

/** What may be shown of a grant to its user. */
export function shownGrant(
  { id, clientId, scopes, createdAt, lastUsedAt }: Stored<typeof GrantItem>,
  known: Stored<typeof OAuthClientItem> | undefined,
): AppGrant {
  return { id, client: appSummary(clientId, known), scopes, createdAt, lastUsedAt };
}

/** What is shown of an application; the name of one that is not there any more is its id. */
export function appSummary(id: string, known: Stored<typeof OAuthClientItem> | undefined): AppSummary {
  const { name = id, logo = null, link = null } = known ?? {};
  return { id, name, logo, link };
}
