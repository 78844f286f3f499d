import * as z from "zod";
import { Scope } from "#lib/scopes.ts";
import { entity, Version } from "#lib/storage/table/entity.ts";

/** A secret of a confidential client, as SHA-256 in hex; `expiresAt` is null until a new secret replaces it. */
export const ClientSecret = z.object({
  hash: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
});
export type ClientSecret = z.output<typeof ClientSecret>;

/** An application that can request access from users. A public client has no secrets. */
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
    disabledAt: z.string().nullable(),
    version: Version,
  }),
  audit: { resource: "oauth-client", id: "{id}" },
  notPersonal: ["name"],
});

/**
 * An authorization code, by its hash. It can be redeemed once, until `expiresAt`. It is stored for 30 days, so that a second use is
 * detected.
 */
export const AuthorizationCode = entity({
  name: "authorization-code",
  key: { pk: "AC#{hash}", sk: "#" },
  schema: z.object({
    hash: z.string(),
    clientId: z.string(),
    userId: z.int(),
    grantId: z.string(),
    redirectUri: z.string(),
    scopes: z.array(Scope),
    codeChallenge: z.string().nullable(),
    expiresAt: z.string(),
    redeemedAt: z.string().nullable(),
    ttl: z.int(),
  }),
  accountClosing: "deleted",
});

/**
 * A refresh token, by its hash. `replaces` is the hash of the previous refresh token, or of the code. After its use, the replacement is
 * derived from the token and `replacementSalt`; it was first issued at `replacedAt`.
 */
export const RefreshToken = entity({
  name: "refresh-token",
  key: { pk: "RT#{hash}", sk: "#" },
  schema: z.object({
    hash: z.string(),
    replaces: z.string(),
    familyId: z.string(),
    clientId: z.string(),
    userId: z.int(),
    grantId: z.string(),
    scopes: z.array(Scope),
    replacementSalt: z.string().optional(),
    replacedAt: z.string().optional(),
    ttl: z.int(),
  }),
  accountClosing: "deleted",
});

/**
 * The refresh tokens of one authorization code. `lastUsed` is the hash of the token that was used last. Valid are its replacements and, for
 * a confidential client, the token itself.
 */
export const RefreshFamily = entity({
  name: "refresh-family",
  key: { pk: "RF#{id}", sk: "#" },
  schema: z.object({
    id: z.string(),
    lastUsed: z.string(),
    idleUntil: z.string(),
    endsAt: z.string(),
    ttl: z.int(),
  }),
});
