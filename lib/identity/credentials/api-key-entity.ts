import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { entity } from "#lib/storage/table/entity.ts";

/** Days for which a key that was revoked or has expired is stored, so that it can be listed. */
export const API_KEY_DAYS = 30;

/**
 * A stored API key, by the SHA-256 of the key. `tat` is the state of its rate limit. `role`, `isLocked` and `organizations` are copies from
 * its user, so that the authorizer reads only the credential.
 */
export const ApiKeyItem = entity({
  name: "api-key",
  key: { pk: "K#{hash}", sk: "#" },
  schema: z.object({
    hash: z.string(),
    id: z.int(),
    userId: z.int(),
    role: UserRole,
    isLocked: z.boolean(),
    organizations: z.array(z.int()).optional(),
    note: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    tat: z.number().optional(),
    ttl: z.int().optional(),
  }),
  audit: { resource: "api-key", id: "{id}", only: ["revokedAt"] },
  personal: [{ of: "user", id: "userId", fields: { note: "null" } }],
  accountClosing: "ended",
});

/** A pointer from a user to an API key. It expires together with the key. */
export const ApiKeyOfUser = entity({
  name: "api-key-of-user",
  key: { pk: "H#{userId}", sk: "K#{id:10}" },
  schema: z.object({ userId: z.int(), id: z.int(), hash: z.string(), ttl: z.int().optional() }),
  accountClosing: "attached",
});
