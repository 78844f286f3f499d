import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { MembershipOfTeam } from "#lib/identity/memberships/entity.ts";
import { teamRights } from "#lib/identity/memberships/visibility.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { StoredWebhook } from "./entity.ts";

/**
 * Whether the caller can read and change a webhook: their own webhooks; team webhooks, as an admin or owner of the team; all webhooks, as a
 * system admin. A token needs the scope ADMIN for all webhooks except those of its user.
 */
export async function canAccessWebhook(caller: Caller, webhook: StoredWebhook): Promise<boolean> {
  if (isSystemAdmin(caller)) return true;
  if (isOwnWebhook(webhook)) return webhook.userId === caller.userId;
  const { teamId } = webhook;
  if (teamId === null || !hasScope(caller, "ADMIN")) return false;
  return teamRights(caller, await findItem(MembershipOfTeam, { teamId, userId: caller.userId })).isAdmin;
}

/** Whether a webhook is neither a team webhook nor a platform webhook. */
export const isOwnWebhook = ({ teamId, platform }: Pick<StoredWebhook, "teamId" | "platform">): boolean =>
  teamId === null && !platform;
