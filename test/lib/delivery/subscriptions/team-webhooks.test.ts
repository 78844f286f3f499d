import { expect, test } from "vitest";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { getDelivery } from "#lib/delivery/deliveries/get.ts";
import { recoverWebhook } from "#lib/delivery/deliveries/recover.ts";
import { resendDelivery } from "#lib/delivery/deliveries/resend.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { Scope } from "#lib/scopes.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { listDeliveriesOf } from "#test/support/network/webhook-log.ts";

const { clock, makeDeliveryMessage, takeMessages, drain } = useDeliveries();

/** A team with a host, an owner, and an admin who has registered a webhook of it. */
async function subscribeTeam() {
  const [receiver, team] = [await startReceiver(), await makeTeam()];
  const [owner, admin] = [await makeMember(team, "OWNER"), await makeMember(team, "ADMIN")];
  const host = await makeMember(team, "MEMBER");
  const webhook = await makeWebhook(admin, { subscriberUrl: receiver.url, teamId: team.id });
  return { receiver, teamId: team.id, owner, admin, host, webhook };
}

test("a token can create a team webhook only with the scope ADMIN", async () => {
  const { teamId, admin } = await subscribeTeam();
  const limited = { ...admin, scopes: ["WRITE_WEBHOOK" as const] };
  await expect(makeWebhook(limited, { teamId })).rejects.toMatchObject({ code: "insufficient_scope" });
  const { id } = await makeWebhook(limited);
  await expect(updateWebhook(limited, { id }, { teamId })).rejects.toMatchObject({
    code: "insufficient_scope",
  });
  await makeWebhook({ ...admin, scopes: Scope.options }, { teamId });
});

test("a system admin's token can create a webhook for other users' events only with the scope ADMIN", async () => {
  const [admin, other] = [await makeHost("ADMIN"), await makeHost()];
  const limited = { ...admin, scopes: ["WRITE_WEBHOOK" as const] };
  const { id: eventTypeId } = await makeEventType(other);
  const { id: teamId } = await makeTeam();
  await expect(makeWebhook(limited, { platform: true })).rejects.toMatchObject({ code: "forbidden" });
  for (const target of [{ eventTypeId }, { teamId }])
    await expect(makeWebhook(limited, target)).rejects.toMatchObject({ code: "invalid_request" });
  for (const target of [{ eventTypeId }, { teamId }])
    await makeWebhook({ ...admin, scopes: Scope.options }, target);
});

test("an event of a host who has left the team gets no delivery, and a queued one is not sent", async () => {
  const { receiver, teamId, host, webhook } = await subscribeTeam();
  const queued = await makeDeliveryMessage(host, teamId);
  await removeMembership(host, { userId: host.userId, teamId });
  await deliverWebhook(queued);
  expect(receiver.received).toEqual([]);
  expect(await deliveryOf(webhook.id)).toMatchObject({ status: "failed" });
  await fanOutEvents([await makeEvent(host, teamId)]);
  expect(await takeMessages()).toEqual([]);
  expect(await deliveryOf(webhook.id)).toMatchObject({ id: queued.id });
});

test("an event of a host who has not accepted the invitation gets no delivery", async () => {
  const { teamId, host } = await subscribeTeam();
  await writeOne(update(MembershipOfUser, { userId: host.userId, teamId }, { set: { accepted: false } }));
  await fanOutEvents([await makeEvent(host, teamId)]);
  expect(await takeMessages()).toEqual([]);
});

test("an admin who has left gets no delivery, and another admin can delete the webhook and use its URL again", async () => {
  const { receiver, teamId, owner, admin, host, webhook } = await subscribeTeam();
  await removeMembership(admin, { userId: admin.userId, teamId });
  await fanOutEvents([await makeEvent(host, teamId)]);
  expect(await takeMessages()).toEqual([]);
  expect(await deliveryOf(webhook.id)).toBeUndefined();
  const again = () => makeWebhook(owner, { subscriberUrl: receiver.url, teamId });
  await expect(again()).rejects.toMatchObject({ code: "conflict" });
  await deleteWebhook(owner, { id: webhook.id });
  await again();
  await fanOutEvents([await makeEvent(host, teamId)]);
  await drain();
  expect(receiver.received).toHaveLength(1);
});

test("a webhook belongs to its user until another admin changes its URL, and then receives events with that admin's rights", async () => {
  const [{ teamId, owner, admin, host, webhook }, fresh] = [await subscribeTeam(), await startReceiver()];
  const queued = await makeDeliveryMessage(host, teamId);
  const path = { id: webhook.id };
  expect(await updateWebhook(owner, path, { active: true })).toMatchObject({ userId: admin.userId });
  expect(await updateWebhook(await makeHost("ADMIN"), path, { payloadTemplate: "{{title}}" })).toMatchObject({
    userId: admin.userId,
  });
  expect(await updateWebhook(owner, path, { subscriberUrl: fresh.url })).toMatchObject({
    userId: owner.userId,
    user: { id: owner.userId },
  });
  await removeMembership(admin, { userId: admin.userId, teamId });
  await deliverWebhook(queued);
  await fanOutEvents([await makeEvent(host, teamId)]);
  await drain();
  expect(fresh.received).toHaveLength(2);
  await deleteWebhook(owner, path);
});

test("a webhook that a system admin creates for an event type belongs to the owner of the event type", async () => {
  const [owner, admin] = [await makeHost(), await makeHost("ADMIN")];
  const { id: eventTypeId } = await makeEventType(owner);
  const webhook = await makeWebhook(admin, { eventTypeId });
  expect(webhook).toMatchObject({ userId: owner.userId, user: { id: owner.userId } });
  await deleteWebhook(owner, { id: webhook.id });
});

test("callers who can access a webhook since its target changed do not see its earlier deliveries", async () => {
  const { teamId, owner, admin, host } = await subscribeTeam();
  const { id } = await makeWebhook(admin);
  await fanOutEvents([await makeEvent(admin)]);
  const [own] = await listDeliveriesOf(admin, id);
  clock.advance(1);
  await updateWebhook(admin, { id }, { teamId });
  await fanOutEvents([await makeEvent(host, teamId)]);
  for (const reader of [owner, admin]) {
    const deliveries = await listDeliveriesOf(reader, id);
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]?.id).not.toBe(own?.id);
    const path = { id, deliveryId: own?.id ?? "" };
    await expect(getDelivery(reader, path)).rejects.toMatchObject({ code: "not_found" });
    await expect(resendDelivery(reader, path)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a recovery counts and resends no deliveries from before the target changed", async () => {
  const { teamId, owner, admin } = await subscribeTeam();
  const { id } = await makeWebhook(admin);
  const since = new Date(clock.now()).toISOString();
  await fanOutEvents([await makeEvent(admin)]);
  await updateWebhook(admin, { id }, { active: false });
  await drain();
  clock.advance(1);
  await updateWebhook(admin, { id }, { teamId, active: true });
  clock.advance(1);
  expect(await recoverWebhook(owner, id, { since })).toMatchObject({ failed: 0, waiting: 0 });
  await drain();
  expect(await queryAll(DeliveryItem, { webhookId: id })).toMatchObject([{ status: "failed", run: 1 }]);
});
