import type { Stored } from "#lib/storage/table/entity.ts";
import type { GrantItem } from "./grant-entity.ts";

/** Whether a grant is not revoked. */
export const isLiveGrant = ({ revokedAt }: Stored<typeof GrantItem>): boolean => revokedAt === null;
