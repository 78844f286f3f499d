import * as z from "zod";
import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import type { OAuthClientItem } from "#lib/oauth/entity.ts";
import { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/table/entity.ts";

/** The id of a grant in a path. */
export const GrantId = z
  .string()
  .max(100)
  .describe("Id of the grant.")
  .meta({ example: "gr_9pTb2LwYcR8sZfA7kQm3xV" });

/** An application, as the users it acts for see it. */
export const AppSummary = z
  .object({
    id: z.string().describe("Client id of the application."),
    name: z.string().describe("Name of the application."),
    logo: z.string().nullable().describe("Picture: a URL or a data URL; null if none."),
    link: z.string().nullable().describe("Home page of the application; null if none."),
  })
  .describe("An application.");
export type AppSummary = z.output<typeof AppSummary>;

/** What a user allows an application, as its user sees it. */
export const AppGrant = z
  .object({
    id: GrantId,
    client: AppSummary.describe("The application."),
    scopes: z.array(Scope).describe("Scopes you have allowed."),
    createdAt: z.string().describe("Time of your consent. UTC, with milliseconds."),
    lastUsedAt: z.string().nullable().describe("Time of the last request; null if there was none."),
  })
  .describe("The access of an application to your data.");
export type AppGrant = z.output<typeof AppGrant>;

/** What may be shown of a grant to its user. */
export function toAppGrant(
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
