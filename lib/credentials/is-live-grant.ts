import type { Stored } from "#lib/table/entity.ts";
import type { GrantItem } from "./grant-entity.ts";

/** Whether a grant still opens anything. */
export const isLiveGrant = ({ revokedAt }: Stored<typeof GrantItem>): boolean => revokedAt === null;
