import type { EventItem } from "#lib/events/entity.ts";
import type { MembershipOfUser } from "#lib/memberships/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { WebhookRights } from "./rights.ts";
import { scopesOf, type WebhookScope } from "./scope.ts";

/** Whether the holder of a webhook can act at all: its user exists and is not locked, and its grant is live. */
export const canAct = ({ holder, user, isGrantLive }: WebhookRights): boolean =>
  user?.id === holder.userId && !user.isLocked && isGrantLive;

/**
 * Whether a webhook of a scope may receive an event, asked before a delivery is recorded and again before each attempt: the
 * event is in the scope, and the webhook's holder may read it, as the host, as an admin of the team the host is in, or as a
 * system admin.
 */
export function mayReceive(
  scope: WebhookScope,
  event: Stored<typeof EventItem>,
  rights: WebhookRights,
): boolean {
  const { holder, user, membership, hostMembership } = rights;
  if (!canAct(rights) || !scopesOf(event).includes(scope)) return false;
  const isSystemAdmin = user?.role === "ADMIN";
  if (scope === "P") return isSystemAdmin;
  if (!scope.startsWith("T")) return isSystemAdmin || event.userId === holder.userId;
  return hostMembership?.accepted === true && (isSystemAdmin || isTeamAdmin(membership));
}

const isTeamAdmin = (membership: Stored<typeof MembershipOfUser> | undefined): boolean =>
  membership?.accepted === true && membership.role !== "MEMBER";
