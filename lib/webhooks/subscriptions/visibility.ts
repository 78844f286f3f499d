import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { MembershipOfTeam } from "#lib/memberships/entity.ts";
import { teamRights } from "#lib/memberships/visibility.ts";
import { getItem } from "#lib/table/read.ts";
import type { StoredWebhook } from "./entity.ts";

/**
 * Whether a caller may read and change a webhook, in every way there is: their own; a team's, whoever created it, as an admin
 * or owner of the team; any as a system admin. A token needs the scope ADMIN for all but its user's own. One round trip for a
 * team's, none for others.
 */
export async function canAccessWebhook(caller: Caller, webhook: StoredWebhook): Promise<boolean> {
  if (isSystemAdmin(caller)) return true;
  if (isOwnWebhook(webhook)) return webhook.userId === caller.userId;
  const { teamId } = webhook;
  if (teamId === null || !hasScope(caller, "ADMIN")) return false;
  return teamRights(caller, await getItem(MembershipOfTeam, { teamId, userId: caller.userId })).administers;
}

/** Whether a webhook belongs to its user alone: not to a team, and not to the system admins. */
export const isOwnWebhook = ({ teamId, platform }: Pick<StoredWebhook, "teamId" | "platform">): boolean =>
  teamId === null && !platform;
