import { describe, expect, test } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { testWebhook } from "#lib/delivery/deliveries/send-test.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { disableOAuthClient, updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { removeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { type AuthorizedApp, authorizeApp } from "#test/support/builders/authorized-app.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { createEvent } from "#test/support/network/webhook-log.ts";

const { makeDeliveryMessage, drain } = useDeliveries();

/** A host, an application that acts for them, and the webhook it registered. */
async function subscribeApp() {
  const [receiver, host] = [await startReceiver(), await makeHost()];
  const app = await authorizeApp(host, ["READ_WEBHOOK", "WRITE_WEBHOOK"]);
  const webhook = await makeWebhook(app.caller, { subscriberUrl: receiver.url });
  return { receiver, host, app, webhook };
}

const revoke = async (host: Caller, { caller }: AuthorizedApp): Promise<void> => {
  await removeGrant(host, { id: caller.grant?.id ?? "" });
};
const disable = async (_: Caller, { made }: AuthorizedApp): Promise<void> => {
  await disableOAuthClient(OPERATOR, made.client.id, true);
};
const takeScope = async (_: Caller, { made }: AuthorizedApp): Promise<void> => {
  await updateOAuthClient(OPERATOR, made.client.id, { scopes: ["READ_BOOKING", "READ_WEBHOOK"] });
};

test("a webhook contains the application that created it, and the grant", async () => {
  const { host, app, webhook, receiver } = await subscribeApp();
  const { id: clientId } = app.made.client;
  const grant = await findGrant(host.userId, clientId);
  const { json } = await callEndpoint("webhooks.get", host, { path: { id: webhook.id } });
  expect(json["webhook"]).toMatchObject({
    userId: host.userId,
    grantId: grant?.id,
    platformOAuthClientId: clientId,
    platformOAuthClient: { id: clientId, name: "Robot", logo: null, link: null },
  });
  await createEvent(host);
  expect(await drain()).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

describe.each([
  ["its grant is revoked", revoke],
  ["its application is disabled", disable],
  ["its application loses the scope WRITE_WEBHOOK", takeScope],
])("once %s", (_, end) => {
  test("no delivery is created", async () => {
    const { host, app, webhook } = await subscribeApp();
    await end(host, app);
    await createEvent(host);
    expect(await drain()).toBe(0);
    expect(await deliveryOf(webhook.id)).toBeUndefined();
  });

  test("queued deliveries and tests are not sent", async () => {
    const { receiver, host, app, webhook } = await subscribeApp();
    const message = await makeDeliveryMessage(host);
    await end(host, app);
    await deliverWebhook(message);
    expect(await deliveryOf(webhook.id)).toMatchObject({ status: "failed", attempts: [{ status: null }] });
    await testWebhook(host, webhook.id, { triggerEvent: "BOOKING_CREATED" });
    await drain();
    expect(receiver.received).toEqual([]);
  });
});

test("a webhook receives again once its application is enabled again and has its scopes again", async () => {
  const { receiver, host, app } = await subscribeApp();
  await disable(host, app);
  await takeScope(host, app);
  await disableOAuthClient(OPERATOR, app.made.client.id, false);
  await updateOAuthClient(OPERATOR, app.made.client.id, { scopes: ["WRITE_WEBHOOK"] });
  await createEvent(host);
  await drain();
  expect(receiver.received).toHaveLength(1);
});

test("an application that sets the URL of the user's webhook is its application until the user sets another URL", async () => {
  const [theirs, own] = [await startReceiver(), await startReceiver()];
  const host = await makeHost();
  const app = await authorizeApp(host, ["WRITE_WEBHOOK"]);
  const { id, subscriberUrl } = await makeWebhook(host, { subscriberUrl: own.url });
  const queued = await makeDeliveryMessage(host);
  const same = await updateWebhook(app.caller, { id }, { subscriberUrl, active: true });
  expect(same).toMatchObject({ grantId: null, platformOAuthClientId: null, platformOAuthClient: null });
  expect(await updateWebhook(app.caller, { id }, { subscriberUrl: theirs.url })).toMatchObject({
    grantId: app.caller.grant?.id,
  });
  await deliverWebhook(queued);
  expect(theirs.received).toHaveLength(1);
  expect(await updateWebhook(host, { id }, { payloadTemplate: "{{title}}" })).toMatchObject({
    grantId: app.caller.grant?.id,
  });
  await revoke(host, app);
  await createEvent(host);
  expect(await drain()).toBe(0);
  expect(await updateWebhook(host, { id }, { subscriberUrl: own.url })).toMatchObject({
    grantId: null,
    platformOAuthClient: null,
  });
  await createEvent(host);
  await drain();
  expect(own.received).toHaveLength(1);
});
