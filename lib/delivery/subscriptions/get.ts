import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { MembershipOfTeam } from "#lib/identity/memberships/entity.ts";
import { teamRights } from "#lib/identity/memberships/visibility.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type StoredWebhook, WebhookItem } from "./entity.ts";

/**
 * Gets a webhook that the caller can access.
 *
 * @throws {Failure} `not_found`
 *
 * @example
 * const { subscriberUrl } = await getWebhook(caller, "wh_3mXb7QvK");
 */
export async function getWebhook(caller: Caller, id: string): Promise<StoredWebhook> {
  const webhook = await findItem(WebhookItem, { id });
  if (!webhook || !(await canAccessWebhook(caller, webhook))) throw notFound("Webhook");
  return webhook;
}

/**
 * Requires that a webhook is active.
 *
 * @throws {Failure} `conflict` if it is disabled
 */
export function requireActive({ active }: Pick<StoredWebhook, "active">): void {
  if (!active) throw new Failure("conflict", "The webhook is disabled. Set `active` to true first.");
}

/**
 * Whether the caller can read and change a webhook: their own webhooks; team webhooks, as an admin or owner of the team; all webhooks, as a
 * system admin. A token needs the scope ADMIN for all webhooks except those of its user.
 */
async function canAccessWebhook(caller: Caller, webhook: StoredWebhook): Promise<boolean> {
  if (isSystemAdmin(caller)) return true;
  if (isOwnWebhook(webhook)) return webhook.userId === caller.userId;
  const { teamId } = webhook;
  if (teamId === null || !hasScope(caller, "ADMIN")) return false;
  return teamRights(caller, await findItem(MembershipOfTeam, { teamId, userId: caller.userId })).isAdmin;
}

/** Whether a webhook is neither a team webhook nor a platform webhook. */
export const isOwnWebhook = ({ teamId, platform }: Pick<StoredWebhook, "teamId" | "platform">): boolean =>
  teamId === null && !platform;
