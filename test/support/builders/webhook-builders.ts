import type { Caller } from "#lib/caller.ts";
import { createWebhook } from "#lib/delivery/subscriptions/create.ts";
import { WebhookCreate } from "#lib/delivery/subscriptions/input.ts";
import type { Webhook } from "#lib/delivery/subscriptions/schema.ts";
import type { MembershipRole } from "#lib/identity/memberships/schema.ts";
import { addMember, makeTeam as makeEmptyTeam } from "./teams.ts";

let made = 0;

/** Creates a webhook for created bookings, with these changes. */
export const makeWebhook = (caller: Caller, more: Record<string, unknown> = {}): Promise<Webhook> =>
  createWebhook(
    caller,
    WebhookCreate.parse({
      subscriberUrl: `https://example.com/hook/${++made}`,
      eventTriggers: ["BOOKING_CREATED"],
      ...more,
    }),
  );

/** Creates a team with one accepted member and returns its id. */
export async function makeTeam(member: Caller, role: MembershipRole): Promise<number> {
  const team = await makeEmptyTeam();
  await addMember(team, member, { role });
  return team.id;
}
