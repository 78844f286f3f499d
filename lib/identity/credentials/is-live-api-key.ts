import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { ApiKeyItem } from "./api-key-entity.ts";

/** Whether a key is neither revoked nor expired. */
export const isLive = (key: Pick<Stored<typeof ApiKeyItem>, "revokedAt" | "expiresAt">): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > nowIso());
