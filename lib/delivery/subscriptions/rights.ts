import type { GrantReference } from "#lib/caller.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/identity/credentials/live-credentials.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import {
  ClientRestriction,
  isClientDisabled,
  isScopeAllowed,
} from "#lib/identity/oauth/client-restriction.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Scope } from "#lib/scopes.ts";
import { type EventAudience, type EventItem, hostIdsIn, NO_BOOKING } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItemsOfEach, type ItemsOf, itemRequest } from "#lib/storage/table/read.ts";
import type { StoredWebhook } from "./entity.ts";

/** Whose events a webhook receives: of a user (`U:7`), an event type (`E:7`), a team (`T:7`), or of all users (`P`). */
export type WebhookAudience = `${"U" | "E" | "T"}:${number}` | "P";

/** The audience of a webhook. Each webhook has exactly one. */
export function audienceOfWebhook({
  userId,
  eventTypeId,
  teamId,
  platform,
}: Pick<StoredWebhook, "userId" | "eventTypeId" | "teamId" | "platform">): WebhookAudience {
  if (platform) return "P";
  if (teamId !== null) return `T:${teamId}`;
  return eventTypeId === null ? `U:${userId}` : `E:${eventTypeId}`;
}

/** The audiences whose webhooks receive an event. Of the two events of a reschedule, the second excludes those of the first. */
export function audiencesOfEvent({
  firstScope,
  ...event
}: Pick<Stored<typeof EventItem>, keyof EventAudience | "firstScope">): WebhookAudience[] {
  const first = firstScope ? audiencesIn(firstScope) : [];
  return audiencesIn(event).filter((audience) => !first.includes(audience));
}

const audiencesIn = ({ eventTypeId, teamId, ...hosts }: EventAudience): WebhookAudience[] => [
  ...hostIdsIn(hosts).map((userId) => `U:${userId}` as const),
  ...(eventTypeId === null ? [] : ([`E:${eventTypeId}`] as const)),
  ...(teamId === null ? [] : ([`T:${teamId}`] as const)),
  "P",
];

/** With whose rights a webhook receives events: its user, and the grant of the application that set its URL. */
export interface WebhookHolder {
  userId: number;
  grant?: GrantReference | undefined;
}

/** The holder of a webhook. */
export function holderOf({
  userId,
  grantId,
  platformOAuthClientId,
}: Pick<StoredWebhook, "userId" | "grantId" | "platformOAuthClientId">): WebhookHolder {
  const isOfApp = grantId !== null && platformOAuthClientId !== null;
  return { userId, ...(isOfApp && { grant: { id: grantId, clientId: platformOAuthClientId } }) };
}

/** A holder, with the host and the team of an event. */
export interface RightsRequest {
  holder: WebhookHolder;
  hostId: number | undefined;
  teamId: number | null;
}

/** The current facts on which it depends what a holder may receive. */
export interface WebhookRights {
  holder: WebhookHolder;
  user: Stored<typeof UserItem> | undefined;
  /** The memberships of the user and of the host in the team of the event. */
  membership: Stored<typeof MembershipOfUser> | undefined;
  hostMembership: Stored<typeof MembershipOfUser> | undefined;
  /** False if the grant is revoked, or its client is disabled or may no longer manage webhooks; true without a grant. */
  isGrantLive: boolean;
  /** Whether the grant includes the scope ADMIN, as access beyond the user's own bookings needs; true without a grant. */
  hasAdminScope: boolean;
  /** Whether the grant includes the scope READ_CALENDAR, as events of calendars need; true without a grant. */
  hasCalendarScope: boolean;
}

/** The requests for the items of {@link toRights}, in the same order. */
export function rightsItemRequests({ holder, hostId, teamId }: RightsRequest) {
  const { userId, grant } = holder;
  const membershipRequest = (id: number | undefined) =>
    id === undefined || teamId === null ? undefined : itemRequest(MembershipOfUser, { userId: id, teamId });
  return [
    itemRequest(UserItem, { id: userId }),
    membershipRequest(userId),
    membershipRequest(hostId),
    grant && itemRequest(GrantItem, { id: grant.id }),
    grant && itemRequest(ClientRestriction, { id: grant.clientId }),
  ] as const;
}

/** The rights of a holder, from the items of {@link rightsItemRequests}. */
export function toRights(
  { holder }: RightsRequest,
  [user, membership, hostMembership, grant, restriction]: ItemsOf<ReturnType<typeof rightsItemRequests>>,
): WebhookRights {
  const hasScope = (scope: Scope): boolean =>
    !holder.grant || (grant?.scopes.includes(scope) === true && isScopeAllowed(restriction, scope));
  return {
    ...{ holder, user, membership, hostMembership },
    isGrantLive:
      !holder.grant ||
      (grant !== undefined &&
        isLiveGrant(grant) &&
        !isClientDisabled(restriction) &&
        isScopeAllowed(restriction, "WRITE_WEBHOOK")),
    hasAdminScope: hasScope("ADMIN"),
    hasCalendarScope: hasScope("READ_CALENDAR"),
  };
}

/** Reads the rights of several holders, in the order of the requests. */
export async function listRights(requests: readonly RightsRequest[]): Promise<WebhookRights[]> {
  const found = await findItemsOfEach(requests.map(rightsItemRequests));
  return requests.flatMap((request, at) => {
    const items = found[at];
    return items ? [toRights(request, items)] : [];
  });
}

/** Whether the holder of a webhook may receive anything: its user exists and is not locked, and its grant is live. */
export const canAct = ({ holder, user, isGrantLive }: WebhookRights): boolean =>
  user?.id === holder.userId && !user.isLocked && isGrantLive;

/**
 * Whether a webhook of an audience may receive an event: the event has the audience, and the holder may read it as a host, as an admin of
 * the host's team, or as a system admin. An application needs the scope ADMIN for the bookings that its user doesn't host, and READ_CALENDAR for events of calendars. It is checked
 * before a delivery is created and again before each attempt. The hosts of a team's event type can differ from the holder of a webhook
 * for that event type.
 */
export function canReceive(
  audience: WebhookAudience,
  event: Stored<typeof EventItem>,
  rights: WebhookRights,
): boolean {
  const { holder, user, membership, hostMembership, hasAdminScope, hasCalendarScope } = rights;
  if (!canAct(rights) || !audiencesOfEvent(event).includes(audience)) return false;
  if (event.bookingId === NO_BOOKING && !hasCalendarScope) return false;
  const isSystemAdmin = user?.role === "ADMIN" && hasAdminScope;
  if (audience === "P") return isSystemAdmin;
  if (!audience.startsWith("T") && (isSystemAdmin || hostIdsIn(event).includes(holder.userId))) return true;
  if (audience.startsWith("U") || !hasAdminScope) return false;
  return hostMembership?.accepted === true && (isSystemAdmin || isTeamAdmin(membership));
}

const isTeamAdmin = (membership: Stored<typeof MembershipOfUser> | undefined): boolean =>
  membership?.accepted === true && membership.role !== "MEMBER";

/** Whether {@link canReceive} depends on memberships in the team of the event. */
export const dependsOnTeam = (
  audience: WebhookAudience,
  event: EventAudience,
  holder: WebhookHolder,
): boolean =>
  audience.startsWith("T") || (audience.startsWith("E") && !hostIdsIn(event).includes(holder.userId));
