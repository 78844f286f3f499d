import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import { entity, Version } from "#lib/storage/table/entity.ts";

/**
 * The access that a user allowed an application. All tokens of the application for the user depend on it. A user and a client have at most
 * one live grant. A revoked grant stays revoked, and an unused one is deleted at `ttl`, when its last refresh token has expired. `scopes` are
 * all scopes that the user has allowed. `tat`, `role`, `isLocked` and `organizations` are as on an API key. API calls and new tokens change
 * the grant, but not its version.
 */
export const GrantItem = entity({
  name: "grant",
  key: { pk: "G#{id}", sk: "#" },
  schema: z.object({
    id: z.string(),
    userId: z.int(),
    clientId: z.string(),
    scopes: z.array(Scope),
    role: UserRole,
    isLocked: z.boolean(),
    organizations: z.array(z.int()).optional(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    version: Version,
    tat: z.number().optional(),
    ttl: z.int().optional(),
  }),
  audit: { resource: "grant", id: "{id}", only: ["revokedAt", "scopes"] },
  accountClosing: "ended",
});

/** A pointer from a user, or from a client through the index, to their latest grant. */
export const GrantOfUser = entity({
  name: "grant-of-user",
  key: { pk: "H#{userId}", sk: "G#{clientId}" },
  indexes: { GSI2: { pk: "GC#{clientId}", sk: "{grantId}" } },
  schema: z.object({ userId: z.int(), clientId: z.string(), grantId: z.string() }),
  accountClosing: "attached",
});
