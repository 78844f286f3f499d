import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { callWebhooks, createEvent } from "#test/support/network/webhook-log.ts";

const { takeMessages } = useDeliveries();

const LANES = 5;

/** Starts five attempts of a webhook. `end` responds to all of them. */
async function startAttempts() {
  const openResponses: ServerResponse[] = [];
  const receiver = await startReceiver((response) => void openResponses.push(response));
  const host = await makeHost();
  const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
  for (let made = 0; made < LANES; made += 1) await createEvent(host);
  const messages = await takeMessages();
  const attempts = Promise.all(messages.map(deliverWebhook));
  await vi.waitUntil(() => openResponses.length === LANES, { timeout: 60_000 });
  const end = async (status: number) => {
    for (const response of openResponses) response.writeHead(status).end();
    await attempts;
  };
  return { host, id, end, webhook: () => findItem(WebhookItem, { id }) };
}

/** The status of each delivery of a webhook, and of its recorded attempts. */
const recordedAttempts = async (webhookId: string) =>
  (await queryAll(DeliveryItem, { webhookId })).map(({ status, attempts }) => [
    status,
    ...attempts.map((attempt) => attempt.status),
  ]);

const each = <T>(value: T): T[] => Array.from({ length: LANES }, () => value);

describe("five attempts that end at the same time", () => {
  test("are all recorded if the subscriber responds with 410, and disable the webhook once", async () => {
    const { id, end, webhook } = await startAttempts();
    await end(410);
    expect(await recordedAttempts(id)).toEqual(each(["failed", 410]));
    expect(await webhook()).toMatchObject({
      active: false,
      disabledReason: "The subscriber responded with 410 Gone.",
      version: 2,
    });
  });

  test("are all recorded and counted if they fail", async () => {
    const { id, end } = await startAttempts();
    await end(500);
    expect(await recordedAttempts(id)).toEqual(each(["pending", 500]));
    expect(await findItem(WebhookHealth, { webhookId: id })).toMatchObject({ failures: LANES });
  });

  test.each([410, 500])("are recorded if their webhook was disabled in the meantime (%i)", async (status) => {
    const { host, id, end, webhook } = await startAttempts();
    await updateWebhook(host, { id }, { active: false });
    await end(status);
    expect(await recordedAttempts(id)).toEqual(each([status === 410 ? "failed" : "pending", status]));
    expect(await webhook()).toMatchObject({ active: false, disabledReason: null, version: 2 });
  });

  test.each([410, 500])(
    "are recorded if their webhook was deleted in the meantime, and leave no health (%i)",
    async (status) => {
      const { host, id, end, webhook } = await startAttempts();
      await deleteWebhook(host, { id });
      await end(status);
      expect(await recordedAttempts(id)).toEqual(each([status === 410 ? "failed" : "pending", status]));
      expect(await webhook()).toBeUndefined();
      expect(await findItem(WebhookHealth, { webhookId: id })).toBeUndefined();
    },
  );

  test("are retried at another URL that was set in the meantime, although the former one responds with 410", async () => {
    const { host, id, end, webhook } = await startAttempts();
    const { url: subscriberUrl } = await startReceiver();
    await updateWebhook(host, { id }, { subscriberUrl });
    await end(410);
    expect(await webhook()).toMatchObject({ active: true, disabledReason: null, version: 2 });
    expect(await recordedAttempts(id)).toEqual(each(["pending", 410]));
  });

  test("are recorded if one delivery was resent and the subscriber responds with 410", async () => {
    const { host, id, end, webhook } = await startAttempts();
    const [first] = await queryAll(DeliveryItem, { webhookId: id });
    const path = { id, deliveryId: first?.id ?? "" };
    await callWebhooks("deliveries.resend", host, { path });
    await end(410);
    expect(await recordedAttempts(id)).toEqual([["pending", 410], ...each(["failed", 410]).slice(1)]);
    expect(await webhook()).toMatchObject({ active: false });
  });
});
