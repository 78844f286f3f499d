import * as z from "zod";
import { Scope } from "#lib/access/scopes.ts";
import { entity, Version } from "#lib/table/entity.ts";

/** A secret of a confidential client, as SHA-256 in hex; `expiresAt` is set once a newer one replaces it. */
export const ClientSecret = z.object({
  hash: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
});
export type ClientSecret = z.output<typeof ClientSecret>;

/** An application that may ask users for access. Decisions §7. A public client has no secrets. */
export const OAuthClientItem = entity({
  name: "oauth-client",
  key: { pk: "OC#{id}", sk: "#" },
  indexes: { GSI2: { pk: "OC", sk: "{createdAt}#{id}" } },
  versioned: true,
  schema: z.object({
    id: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    logo: z.string().nullable(),
    link: z.string().nullable(),
    type: z.enum(["confidential", "public"]),
    scopes: z.array(Scope),
    secrets: z.array(ClientSecret),
    createdAt: z.string(),
    version: Version,
  }),
});
