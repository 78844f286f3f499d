import type { ServerResponse } from "node:http";
import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { describe, expect, test, vi } from "vitest";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { JITTER, RETRY_SECONDS } from "#lib/delivery/sending/retry.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const { clock, takeMessages, makeDeliveryMessage, runTimers, drain } = useDeliveries(
  new ManualClock(Date.now()),
);

/** A subscriber that responds with a status. */
const responding = (status: number) => (response: ServerResponse) => void response.writeHead(status).end();

describe("when an attempt fails", () => {
  test("retries follow the published schedule with the same id and body, then the delivery has failed", async () => {
    const receiver = await startReceiver(responding(500));
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    await deliverWebhook(await makeDeliveryMessage(host));
    expect(await deliveryOf(id)).toMatchObject({ status: "pending", attemptCount: 1 });
    for (const [at, seconds] of RETRY_SECONDS.entries()) {
      clock.advance(Math.floor(seconds * (1 - JITTER)) - 1);
      await sweepDueShards();
      await drain();
      expect(receiver.received).toHaveLength(at + 1);
      clock.advance(Math.ceil(seconds * 2 * JITTER) + 1);
      await sweepDueShards();
      await drain();
      expect(receiver.received).toHaveLength(at + 2);
      expect(await deliveryOf(id)).toMatchObject({ attemptCount: at + 2 });
    }
    clock.advance(86_400);
    await sweepDueShards();
    await drain();
    expect(await deliveryOf(id)).toMatchObject({
      status: "failed",
      nextAttemptAt: null,
      attempts: Array.from({ length: 8 }, () => ({
        status: 500,
        error: "The subscriber responded with status 500.",
      })),
    });
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("a message of a recorded attempt sets the timer of the next one again and sends nothing", async () => {
    const receiver = await startReceiver(responding(503));
    const host = await makeHost();
    await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    await deliverWebhook(message);
    clock.advance(6);
    await runTimers();
    await takeMessages();
    await deliverWebhook(message);
    clock.advance(6);
    await runTimers();
    expect(await takeMessages()).toEqual([{ ...message, attempt: 2 }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("an attempt made twice at the same time is recorded once", async () => {
    const receiver = await startReceiver(responding(500));
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    await Promise.all([deliverWebhook(message), deliverWebhook(message)]);
    expect(await deliveryOf(id)).toMatchObject({ attemptCount: 1, attempts: [{ status: 500 }] });
    clock.advance(6);
    await runTimers();
    // The second call can't know whether the timer was set, so it sets it again.
    const next = await takeMessages();
    expect(next.length).toBeGreaterThan(0);
    for (const one of next) expect(one).toEqual({ ...message, attempt: 2 });
  });

  test("a webhook whose subscriber responds with 410 is disabled", async () => {
    const receiver = await startReceiver(responding(410));
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    await deliverWebhook(await makeDeliveryMessage(host));
    expect(await deliveryOf(id)).toMatchObject({ status: "failed", attempts: [{ status: 410 }] });
    expect(await getWebhook(host, id)).toMatchObject({
      active: false,
      disabledReason: "The subscriber responded with 410 Gone.",
    });
    await fanOutEvents([await makeEvent(host)]);
    expect(await takeMessages()).toEqual([]);
    expect(await updateWebhook(host, { id }, { active: true })).toMatchObject({ disabledReason: null });
  });

  test("a forbidden address is not retried, and the error does not contain it", async () => {
    const receiver = await startReceiver();
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "0");
    await deliverWebhook(message);
    expect(receiver.received).toEqual([]);
    expect(await deliveryOf(id)).toMatchObject({
      status: "failed",
      attempts: [{ status: null, error: "The address is not allowed." }],
    });
  });
});
