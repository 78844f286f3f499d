import type { ServerResponse } from "node:http";
import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

// The library that verifies signatures uses the real time.
const { clock, makeDeliveryMessage, drain } = useDeliveries(new ManualClock(Date.now()));

const answering = (status: number) => (response: ServerResponse) => void response.writeHead(status).end();

test("the next attempt uses a new URL", async () => {
  const [old, fresh] = [await startReceiver(answering(500)), await startReceiver()];
  const host = await makeHost();
  const { id } = await makeWebhook(host, { subscriberUrl: old.url });
  await deliverWebhook(await makeDeliveryMessage(host));
  await updateWebhook(host, { id }, { subscriberUrl: fresh.url });
  clock.advance(6);
  await drain();
  expect(fresh.received).toHaveLength(1);
  expect(await deliveryOf(id)).toMatchObject({ status: "delivered" });
});

describe("pending deliveries are not sent", () => {
  test.each([
    ["the webhook is disabled", { active: false }],
    ["the webhook does not have the trigger any more", { eventTriggers: ["MEETING_ENDED" as const] }],
  ])("once %s", async (_, change) => {
    const receiver = await startReceiver();
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    await updateWebhook(host, { id }, change);
    await deliverWebhook(message);
    expect(receiver.received).toEqual([]);
    expect(await deliveryOf(id)).toMatchObject({ status: "failed", attempts: [{ status: null }] });
  });

  test("once the webhook is deleted", async () => {
    const receiver = await startReceiver();
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    await deleteWebhook(host, { id });
    await deliverWebhook(message);
    expect(receiver.received).toEqual([]);
  });

  test.each(["only a member", "only invited", "locked"])("once a team's admin is %s", async (now) => {
    const receiver = await startReceiver();
    const team = await makeTeam();
    const [host, admin, teamId] = [
      await makeMember(team, "MEMBER"),
      await makeMember(team, "ADMIN"),
      team.id,
    ];
    await makeWebhook(admin, { subscriberUrl: receiver.url, teamId });
    const message = await makeDeliveryMessage(host, teamId);
    const set = now === "only a member" ? { role: "MEMBER" } : { accepted: false };
    if (now === "locked") await lockUser(OPERATOR, admin.userId, true);
    else await writeOne(update(MembershipOfUser, { userId: admin.userId, teamId }, { set }));
    await deliverWebhook(message);
    expect(receiver.received).toEqual([]);
  });

  test("once a system admin loses the role", async () => {
    const receiver = await startReceiver();
    const [host, admin] = [await makeHost(), await makeHost("ADMIN")];
    const { id } = await makeWebhook(admin, { subscriberUrl: receiver.url, platform: true });
    const message = await makeDeliveryMessage(host);
    await writeOne(update(UserItem, { id: admin.userId }, { set: { role: "USER" } }));
    await deliverWebhook(message);
    expect(receiver.received).toEqual([]);
    await deleteWebhook(admin, { id });
  });
});
