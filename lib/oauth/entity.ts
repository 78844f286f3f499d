import * as z from "zod";
import { Scope } from "#lib/scopes.ts";
import { entity, Version } from "#lib/table/entity.ts";

/** A secret of a confidential client, as SHA-256 in hex; `expiresAt` is set once a newer one replaces it. */
export const ClientSecret = z.object({
  hash: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
});
export type ClientSecret = z.output<typeof ClientSecret>;

/** An application that may ask users for access, unless it is disabled. A public client has no secrets. */
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
 * An authorization code by its hash, redeemed once until `expiresAt`. It is kept for 30 days, so that its reuse is noticed;
 * what came of it may live for longer.
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
 * A refresh token by its hash, with the hash of what it was given for: the refresh token before it, or the code. Once it is
 * used, `replacementSalt` and the token itself yield its replacement, which was first given at `replacedAt`.
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
 * The refresh tokens that came of one code. `lastUsed` is the hash of the one used last, which tells the good ones: itself
 * (of a confidential client) and those given for it.
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
