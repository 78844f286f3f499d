import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { EventTypeSummary } from "#lib/calendar/event-types/summary.ts";
import { mayManage } from "#lib/calendar/event-types/visibility.ts";
import { type Caller, hasScope, isSystemAdmin } from "#lib/caller.ts";
import { Failure, fieldFailure, invalidField } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { TeamSummary } from "#lib/identity/teams/schema.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { StoredWebhook } from "./entity.ts";
import type { WebhookTarget } from "./input.ts";

/** The stored event type and team of a request, and the caller's membership in the team. */
export interface TargetItems {
  /** Only if the caller owns it and may read it, or is a system admin. */
  eventType: Stored<typeof EventTypeItem> | undefined;
  team: Stored<typeof TeamItem> | undefined;
  membership: Stored<typeof MembershipOfUser> | undefined;
}

/** Reads the items of a request's target. */
export async function findTargetItems(
  caller: Caller,
  { eventTypeId, teamId }: WebhookTarget,
): Promise<TargetItems> {
  const { userId } = caller;
  const [eventType, teams] = await Promise.all([
    eventTypeId == null ? undefined : findOwnEventType(caller, eventTypeId),
    teamId == null
      ? []
      : findItems([itemRequest(TeamItem, { id: teamId }), itemRequest(MembershipOfUser, { userId, teamId })]),
  ]);
  return { eventType, team: teams[0], membership: teams[1] };
}

async function findOwnEventType(caller: Caller, id: number): Promise<TargetItems["eventType"]> {
  const [eventType] = await findItems([itemRequest(EventTypeItem, { id })]);
  const isOwn = isSystemAdmin(caller) || eventType?.userId === caller.userId;
  return eventType && isOwn && (await mayManage(caller, eventType)) ? eventType : undefined;
}

/**
 * Checks that the caller may receive the events of a target, and returns the fields of a webhook that describe it. The caller must own
 * the event type (with several hosts, as an accepted member of the team), be an admin or owner of the team, or be a system admin. Only a system admin may receive the events of all users. A
 * token needs the scope ADMIN for all events except those of its user.
 *
 * @throws {Failure} `invalid_request` if the caller can't access the event type or team, `forbidden`, `insufficient_scope`
 */
export function authorizeTarget(
  caller: Caller,
  { eventTypeId = null, teamId = null, platform = false }: WebhookTarget,
  { eventType, team, membership }: TargetItems,
): Pick<StoredWebhook, "eventTypeId" | "eventType" | "teamId" | "team" | "platform"> {
  const isAdmin = isSystemAdmin(caller);
  if (platform && !isAdmin)
    throw fieldFailure("forbidden", "#/platform", "Only a system admin can use platform webhooks.");
  if (eventTypeId !== null && !eventType) throw invalidField("#/eventTypeId", "Event type not found.");
  const accessibleTeam = isAdmin || membership?.accepted ? team : undefined;
  if (teamId !== null && !accessibleTeam) throw invalidField("#/teamId", "Team not found.");
  if (teamId !== null && !isAdmin && membership?.role === "MEMBER")
    throw fieldFailure("forbidden", "#/teamId", "Only an admin or owner of the team can do this.");
  if (teamId !== null && !hasScope(caller, "ADMIN"))
    throw new Failure(
      "insufficient_scope",
      "A team webhook receives other users' bookings. Use the user's API key or a token with the scope ADMIN.",
    );
  return {
    eventTypeId,
    eventType: eventTypeId !== null && eventType ? EventTypeSummary.parse(eventType) : null,
    teamId,
    team: teamId !== null && accessibleTeam ? TeamSummary.parse(accessibleTeam) : null,
    platform,
  };
}
