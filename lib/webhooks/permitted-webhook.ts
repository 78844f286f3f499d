import type { EventItem } from "#lib/events/entity.ts";
import type { MembershipOfUser } from "#lib/memberships/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import type { StoredWebhook } from "./entity.ts";
import { scopeOf, scopesOf } from "./scope.ts";

/** What decides whether a webhook may receive an event, as it is now. */
export interface Receiving {
  webhook: StoredWebhook | undefined;
  event: Stored<typeof EventItem>;
  /** Who registered the webhook, and their place in the event's team. */
  user: Stored<typeof UserItem> | undefined;
  membership: Stored<typeof MembershipOfUser> | undefined;
}

/**
 * The webhook, if it may still receive the event: it is active, lists the trigger, is in scope, and its user may read
 * what the event says, being the host, an admin of the team or a system admin, and not locked.
 */
export function permittedWebhook({ webhook, event, user, membership }: Receiving): StoredWebhook | undefined {
  if (!webhook?.active || !webhook.eventTriggers.includes(event.trigger)) return undefined;
  if (!scopesOf(event).includes(scopeOf(webhook)) || user?.id !== webhook.userId) return undefined;
  if (user.isLocked) return undefined;
  if (user.role === "ADMIN") return webhook;
  const isTeamAdmin = membership?.accepted === true && membership.role !== "MEMBER";
  const mayRead = webhook.teamId === null ? event.userId === user.id : isTeamAdmin;
  return mayRead && !webhook.platform ? webhook : undefined;
}
