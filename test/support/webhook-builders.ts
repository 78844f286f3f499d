import type { Caller } from "#lib/access/caller.ts";
import type { MembershipRole } from "#lib/memberships/entity.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/memberships/entity.ts";
import { takeIds } from "#lib/table/ids.ts";
import { put } from "#lib/table/operations.ts";
import { transact } from "#lib/table/write.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import { createWebhook } from "#lib/webhooks/create.ts";
import { type Webhook, WebhookCreate } from "#lib/webhooks/model.ts";

let made = 0;

/** Registers a webhook for created bookings, changed as told. */
export const makeWebhook = (caller: Caller, more: Record<string, unknown> = {}): Promise<Webhook> =>
  createWebhook(
    caller,
    WebhookCreate.parse({
      subscriberUrl: `https://example.com/hook/${++made}`,
      eventTriggers: ["BOOKING_CREATED"],
      ...more,
    }),
  );

/** Makes a team with one accepted member and returns its id. */
export async function makeTeam(member: Caller, role: MembershipRole): Promise<number> {
  const [id = 0] = await takeIds("team", 1);
  const team = {
    id,
    name: `Team ${id}`,
    slug: null,
    isOrganization: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    owners: 1,
  };
  await transact([put(TeamItem, team), ...membershipPuts(id, member, role)]);
  return id;
}

const membershipPuts = (teamId: number, { userId }: Caller, role: MembershipRole) => {
  const membership = {
    id: teamId,
    teamId,
    userId,
    accepted: true,
    role,
    disableImpersonation: false,
    isOrganization: false,
    version: 1,
  };
  return [put(MembershipOfUser, membership), put(MembershipOfTeam, membership)];
};
