import type { GrantReference } from "#lib/caller.ts";
import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/credentials/is-live-grant.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { DisabledClient } from "#lib/oauth/disabled-client.ts";
import type { Entity, KeyOf, Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
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
interface RightsRequest {
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

/** Reads the rights of any number of holders, in the order asked for: one round trip. */
export async function readRights(requests: readonly RightsRequest[]): Promise<WebhookRights[]> {
  const inTeam = (userId: number | undefined, teamId: number | null) =>
    userId === undefined || teamId === null ? undefined : { userId, teamId };
  const [users, memberships, hostMemberships, grants, disabledClients] = await Promise.all([
    getEach(
      UserItem,
      requests.map(({ holder }) => ({ id: holder.userId })),
    ),
    getEach(
      MembershipOfUser,
      requests.map(({ holder, teamId }) => inTeam(holder.userId, teamId)),
    ),
    getEach(
      MembershipOfUser,
      requests.map(({ hostId, teamId }) => inTeam(hostId, teamId)),
    ),
    getEach(
      GrantItem,
      requests.map(({ holder }) => holder.grant && { id: holder.grant.id }),
    ),
    getEach(
      DisabledClient,
      requests.map(({ holder }) => holder.grant && { id: holder.grant.clientId }),
    ),
  ]);
  return requests.map(({ holder }, at) => {
    const grant = grants[at];
    return {
      holder,
      user: users[at],
      membership: memberships[at],
      hostMembership: hostMemberships[at],
      isGrantLive: !holder.grant || (grant !== undefined && isLiveGrant(grant) && !disabledClients[at]),
    };
  });
}

/** Reads the items of some keys, in their order; undefined where there is no key. */
async function getEach<E extends Entity>(
  entity: E,
  keys: readonly (KeyOf<E> | undefined)[],
): Promise<(Stored<E> | undefined)[]> {
  const given = keys.filter((key) => key !== undefined);
  const items = await getItems(given.map((key) => wanted(entity, key)));
  let next = 0;
  return keys.map((key) => (key === undefined ? undefined : items[next++]));
}
