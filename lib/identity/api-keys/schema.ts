import * as z from "zod";
import type { ApiKeyItem } from "#lib/identity/credentials/api-key-entity.ts";
import { now } from "#lib/platform/clock.ts";
import { Instant } from "#lib/platform/instant.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import type { Stored } from "#lib/storage/table/entity.ts";

/** An API key in responses, without the key and its hash. */
export const ApiKey = z.object({
  id: z.int(),
  userId: z.int(),
  note: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** The fields of a new API key. Without `expiresAt` it never expires. */
export const ApiKeyCreate = z.strictObject({
  note: z.string().overwrite(trimSpace).min(1).max(200).nullable().default(null),
  expiresAt: Instant.refine((instant) => Date.parse(instant) > now(), "must be in the future")
    .nullable()
    .default(null),
});
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;

/** Converts a stored key to a response. */
export const toApiKey = (key: Stored<typeof ApiKeyItem>): ApiKey => ApiKey.parse(key);
