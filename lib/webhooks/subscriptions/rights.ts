import type { GrantReference } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/credentials/is-live-grant.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { DisabledClient } from "#lib/oauth/disabled-client.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItemsOfEach, type ItemsOf, itemRequest } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import type { StoredWebhook } from "./entity.ts";

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

/** The items that {@link rightsIn} needs, in its order. */
export function wantedForRights({ holder, hostId, teamId }: RightsRequest) {
  const { userId, grant } = holder;
  const inTeam = (id: number | undefined) =>
    id === undefined || teamId === null ? undefined : itemRequest(MembershipOfUser, { userId: id, teamId });
  return [
    itemRequest(UserItem, { id: userId }),
    inTeam(userId),
    inTeam(hostId),
    grant && itemRequest(GrantItem, { id: grant.id }),
    grant && itemRequest(DisabledClient, { id: grant.clientId }),
  ] as const;
}

/** The rights of a holder, from the items of {@link wantedForRights}. */
export const rightsIn = (
  { holder }: RightsRequest,
  [user, membership, hostMembership, grant, disabledClient]: ItemsOf<ReturnType<typeof wantedForRights>>,
): WebhookRights => ({
  holder,
  user,
  membership,
  hostMembership,
  isGrantLive: !holder.grant || (grant !== undefined && isLiveGrant(grant) && !disabledClient),
});

/** Reads the rights of any number of holders, in the order asked for: one round trip. */
export async function readRights(requests: readonly RightsRequest[]): Promise<WebhookRights[]> {
  const found = await getItemsOfEach(requests.map(wantedForRights));
  return requests.flatMap((request, at) => {
    const items = found[at];
    return items ? [rightsIn(request, items)] : [];
  });
}
