import { type EventItem, type EventScope, hostIdsIn } from "#lib/events/entity.ts";
import type { MembershipOfUser } from "#lib/memberships/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { WebhookHolder, WebhookRights } from "./rights.ts";
import { scopesOf, type WebhookScope } from "./scope.ts";

/** Whether the holder of a webhook can act at all: its user exists and is not locked, and its grant is live. */
export const canAct = ({ holder, user, isGrantLive }: WebhookRights): boolean =>
  user?.id === holder.userId && !user.isLocked && isGrantLive;

/**
 * Whether a webhook of a scope may receive an event, asked before a delivery is recorded and again before each attempt: the
 * event is in the scope, and the webhook's holder may read it, as a host, as an admin of the team the host is in, or as a
 * system admin. The event type of a team can have other hosts than the one whose webhook it is.
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
  if (!scope.startsWith("T") && (isSystemAdmin || hostIdsIn(event).includes(holder.userId))) return true;
  if (scope.startsWith("U")) return false;
  return hostMembership?.accepted === true && (isSystemAdmin || isTeamAdmin(membership));
}

const isTeamAdmin = (membership: Stored<typeof MembershipOfUser> | undefined): boolean =>
  membership?.accepted === true && membership.role !== "MEMBER";

/** Whether {@link mayReceive} depends on memberships in the event's team. */
export const dependsOnTeam = (scope: WebhookScope, event: EventScope, holder: WebhookHolder): boolean =>
  scope.startsWith("T") || (scope.startsWith("E") && !hostIdsIn(event).includes(holder.userId));
