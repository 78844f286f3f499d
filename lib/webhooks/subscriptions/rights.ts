import type { GrantReference } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/credentials/is-live-grant.ts";
import { type EventItem, type EventScope, hostIdsIn } from "#lib/events/entity.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { DisabledClient } from "#lib/oauth/disabled-client.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItemsOfEach, type ItemsOf, itemRequest } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import type { StoredWebhook } from "./entity.ts";

/** Whose events: a user's `U:7`, an event type's `E:7`, a team's `T:7`, or everybody's `P`. A scope owns its webhooks. */
export type WebhookScope = `${"U" | "E" | "T"}:${number}` | "P";

/** The scope a webhook listens to. */
export function scopeOfWebhook({
  userId,
  eventTypeId,
  teamId,
  platform,
}: Pick<StoredWebhook, "userId" | "eventTypeId" | "teamId" | "platform">): WebhookScope {
  if (platform) return "P";
  if (teamId !== null) return `T:${teamId}`;
  return eventTypeId === null ? `U:${userId}` : `E:${eventTypeId}`;
}

/** The scopes whose webhooks receive an event, without those that get the first record of a reschedule. */
export function scopesOfEvent({ firstScope, ...event }: Stored<typeof EventItem>): WebhookScope[] {
  const first = firstScope ? scopesIn(firstScope) : [];
  return scopesIn(event).filter((scope) => !first.includes(scope));
}

const scopesIn = ({ eventTypeId, teamId, ...hosts }: EventScope): WebhookScope[] => [
  ...hostIdsIn(hosts).map((userId) => `U:${userId}` as const),
  ...(eventTypeId === null ? [] : ([`E:${eventTypeId}`] as const)),
  ...(teamId === null ? [] : ([`T:${teamId}`] as const)),
  "P",
];

/** With whose rights a webhook receives events: its user's, and the grant's of the application that set its address. */
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

/** A holder, and the host and team of the event it would receive. */
export interface RightsRequest {
  holder: WebhookHolder;
  hostId: number | undefined;
  teamId: number | null;
}

/** What a holder may receive depends on, at this moment. */
export interface WebhookRights {
  holder: WebhookHolder;
  user: Stored<typeof UserItem> | undefined;
  /** The memberships of the user and of the host in the team of the event. */
  membership: Stored<typeof MembershipOfUser> | undefined;
  hostMembership: Stored<typeof MembershipOfUser> | undefined;
  /** False when the grant is revoked or its client disabled; true when there is none. */
  isGrantLive: boolean;
}

/** The items that {@link toRights} needs, in its order. */
export function rightsItemRequests({ holder, hostId, teamId }: RightsRequest) {
  const { userId, grant } = holder;
  const membershipRequest = (id: number | undefined) =>
    id === undefined || teamId === null ? undefined : itemRequest(MembershipOfUser, { userId: id, teamId });
  return [
    itemRequest(UserItem, { id: userId }),
    membershipRequest(userId),
    membershipRequest(hostId),
    grant && itemRequest(GrantItem, { id: grant.id }),
    grant && itemRequest(DisabledClient, { id: grant.clientId }),
  ] as const;
}

/** The rights of a holder, from the items of {@link rightsItemRequests}. */
export const toRights = (
  { holder }: RightsRequest,
  [user, membership, hostMembership, grant, disabledClient]: ItemsOf<ReturnType<typeof rightsItemRequests>>,
): WebhookRights => ({
  holder,
  user,
  membership,
  hostMembership,
  isGrantLive: !holder.grant || (grant !== undefined && isLiveGrant(grant) && !disabledClient),
});

/** Reads the rights of any number of holders, in the order asked for: one round trip. */
export async function listRights(requests: readonly RightsRequest[]): Promise<WebhookRights[]> {
  const found = await getItemsOfEach(requests.map(rightsItemRequests));
  return requests.flatMap((request, at) => {
    const items = found[at];
    return items ? [toRights(request, items)] : [];
  });
}

/** Whether the holder of a webhook can act at all: its user exists and is not locked, and its grant is live. */
export const canAct = ({ holder, user, isGrantLive }: WebhookRights): boolean =>
  user?.id === holder.userId && !user.isLocked && isGrantLive;

/**
 * Whether a webhook of a scope may receive an event, asked before a delivery is recorded and again before each attempt: the
 * event is in the scope, and the webhook's holder may read it, as a host, as an admin of the team the host is in, or as a
 * system admin. The event type of a team can have other hosts than the one whose webhook it is.
 */
export function canReceive(
  scope: WebhookScope,
  event: Stored<typeof EventItem>,
  rights: WebhookRights,
): boolean {
  const { holder, user, membership, hostMembership } = rights;
  if (!canAct(rights) || !scopesOfEvent(event).includes(scope)) return false;
  const isSystemAdmin = user?.role === "ADMIN";
  if (scope === "P") return isSystemAdmin;
  if (!scope.startsWith("T") && (isSystemAdmin || hostIdsIn(event).includes(holder.userId))) return true;
  if (scope.startsWith("U")) return false;
  return hostMembership?.accepted === true && (isSystemAdmin || isTeamAdmin(membership));
}

const isTeamAdmin = (membership: Stored<typeof MembershipOfUser> | undefined): boolean =>
  membership?.accepted === true && membership.role !== "MEMBER";

/** Whether {@link canReceive} depends on memberships in the event's team. */
export const dependsOnTeam = (scope: WebhookScope, event: EventScope, holder: WebhookHolder): boolean =>
  scope.startsWith("T") || (scope.startsWith("E") && !hostIdsIn(event).includes(holder.userId));
