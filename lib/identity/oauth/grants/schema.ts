import * as z from "zod";
import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import type { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import { Scope } from "#lib/scopes.ts";
import { type Stored, Version } from "#lib/storage/table/entity.ts";

/** The id of a grant in a path. */
export const GrantId = z
  .string()
  .max(100)
  .describe("Id of the grant.")
  .meta({ example: "gr_9pTb2LwYcR8sZfA7kQm3xV" });

/** An application in API responses. */
export const AppSummary = z
  .object({
    id: z.string().describe("Client id of the application."),
    name: z.string().describe("Name of the application."),
    logo: z.string().nullable().describe("Picture: a URL or a data URL; null if none."),
    link: z.string().nullable().describe("Home page of the application; null if none."),
  })
  .describe("An application.");
export type AppSummary = z.output<typeof AppSummary>;

/** A grant in API responses. */
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

/** A grant with its version, for its entity tag. */
export const VersionedGrant = AppGrant.extend({ version: Version });
export type VersionedGrant = z.output<typeof VersionedGrant>;

/** Converts a stored grant to a response. */
export function toAppGrant(
  { id, clientId, scopes, createdAt, lastUsedAt }: Stored<typeof GrantItem>,
  client: Stored<typeof OAuthClientItem> | undefined,
): AppGrant {
  return { id, client: appSummary(clientId, client), scopes, createdAt, lastUsedAt };
}

/** Converts a stored application to a response. The name of a deleted one is its id. */
export function appSummary(id: string, client: Stored<typeof OAuthClientItem> | undefined): AppSummary {
  const { name = id, logo = null, link = null } = client ?? {};
  return { id, name, logo, link };
}
