import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import { entity, Version } from "#lib/table/entity.ts";

/**
 * What a user allowed an application, and the credential behind all its tokens. There is one live grant of a user and a
 * client; a revoked one never comes back, and one that is not used ends with the last of its refresh tokens, at `ttl`.
 * `scopes` is all that was ever allowed under it. `tat`, `role`, `isLocked` and `organizations` are as on an API key. Calls
 * and tokens change it without raising its version.
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

/** The latest grant of a user and a client, found from either. */
export const GrantOfUser = entity({
  name: "grant-of-user",
  key: { pk: "H#{userId}", sk: "G#{clientId}" },
  indexes: { GSI2: { pk: "GC#{clientId}", sk: "{grantId}" } },
  schema: z.object({ userId: z.int(), clientId: z.string(), grantId: z.string() }),
  accountClosing: "attached",
});
