import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { EventTypeItem } from "#lib/event-types/entity.ts";
import { EventTypeSummary } from "#lib/event-types/summary.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { TeamItem, TeamSummary } from "#lib/teams/entity.ts";
import type { StoredWebhook } from "./entity.ts";
import type { WebhookTarget } from "./input.ts";

/** What is stored about the event type and team a request names. */
export interface TargetItems {
  eventType: Stored<typeof EventTypeItem> | undefined;
  team: Stored<typeof TeamItem> | undefined;
  membership: Stored<typeof MembershipOfUser> | undefined;
}

/** Reads what a request names, at most one round trip. */
export async function findTargetItems(
  { userId }: Caller,
  { eventTypeId, teamId }: WebhookTarget,
): Promise<TargetItems> {
  const [eventTypes, teams] = await Promise.all([
    eventTypeId == null ? [] : getItems([itemRequest(EventTypeItem, { id: eventTypeId })]),
    teamId == null
      ? []
      : getItems([itemRequest(TeamItem, { id: teamId }), itemRequest(MembershipOfUser, { userId, teamId })]),
  ]);
  return { eventType: eventTypes[0], team: teams[0], membership: teams[1] };
}

/**
 * The fields of a webhook that say whose events it receives. The caller must be the owner of the event type, an admin or
 * owner of the team, or a system admin, who alone may receive everybody's. A token needs the scope ADMIN for all but its
 * user's own events.
 *
 * @throws {Failure} `invalid_request` when the caller can't access what the target names, `forbidden`, `insufficient_scope`
 */
export function authorizeTarget(
  caller: Caller,
  { eventTypeId = null, teamId = null, platform = false }: WebhookTarget,
  { eventType, team, membership }: TargetItems,
): Pick<StoredWebhook, "eventTypeId" | "eventType" | "teamId" | "team" | "platform"> {
  const isAdmin = isSystemAdmin(caller);
  if (platform && !isAdmin) throw new Failure("forbidden", "Only a system admin can use platform webhooks.");
  const ownEventType = isAdmin || eventType?.userId === caller.userId ? eventType : undefined;
  if (eventTypeId !== null && !ownEventType) throw invalidField("#/eventTypeId", "Event type not found.");
  const accessibleTeam = isAdmin || membership?.accepted ? team : undefined;
  if (teamId !== null && !accessibleTeam) throw invalidField("#/teamId", "Team not found.");
  if (teamId !== null && !isAdmin && membership?.role === "MEMBER")
    throw new Failure("forbidden", "Only an admin or owner of the team can do this.");
  if (teamId !== null && !hasScope(caller, "ADMIN"))
    throw new Failure(
      "insufficient_scope",
      "A team webhook receives other users' bookings. Use the user's API key or a token with the scope ADMIN.",
    );
  return {
    eventTypeId,
    eventType: eventTypeId !== null && ownEventType ? EventTypeSummary.parse(ownEventType) : null,
    teamId,
    team: teamId !== null && accessibleTeam ? TeamSummary.parse(accessibleTeam) : null,
    platform,
  };
}
