import { describe, expect, test } from "vitest";
import { type Health, WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { probeWebhook } from "#lib/delivery/circuit-breaker/probe.ts";
import { releaseDeliveries } from "#lib/delivery/circuit-breaker/release.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { makeSubscriber } from "#test/support/network/subscriber.ts";

const queues = useDeliveries();
const { clock, makeDeliveryMessage } = queues;

describe("the days without a success", () => {
  test("disable a webhook when they are five", async () => {
    const { host, webhookId, deliverEvents } = await makeSubscriber(queues, 500);
    await deliverEvents(1);
    clock.advance(5 * 86_400 - 1);
    await deliverEvents(1);
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true });
    clock.advance(1);
    await deliverEvents(1);
    expect(await getWebhook(host, webhookId)).toMatchObject({
      active: false,
      disabledReason: "All attempts failed for 5 days.",
    });
  });

  test("start again after a success", async () => {
    const { host, webhookId, deliverEvents, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(1);
    setStatus(200);
    await deliverEvents(1);
    setStatus(500);
    clock.advance(5 * 86_400);
    await deliverEvents(1);
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true });
  });
});

describe("an open breaker", () => {
  test("closes if no delivery waits for its current probe, and opens again with the next failure", async () => {
    const { webhookId, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(10);
    await probeWebhook({ webhookId, probe: 1 });
    expect(await health()).toMatchObject({ state: "open" });
    await probeWebhook({ webhookId, probe: 0 });
    expect(await health()).toMatchObject({ state: "releasing", failures: 9 });
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "open", failures: 10 });
  });

  test("stays open if a delivery that a user resent is no longer received", async () => {
    const { host, webhookId: id, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(10);
    const message = await makeDeliveryMessage(host);
    await updateWebhook(host, { id }, { eventTriggers: ["BOOKING_CANCELLED"] });
    await deliverWebhook({ ...message, bypassBreaker: true });
    expect(await health()).toMatchObject({ state: "open", failures: 10 });
  });
});

test.each([
  [{ failures: 0, quickAnswersNeeded: 0 }, undefined],
  [{ failures: 0, quickAnswersNeeded: 3 }, "failing"],
  [{ failures: 9, quickAnswersNeeded: 0 }, "failing"],
] as const)("after a release with %o, what still counts is kept", async (counts, state) => {
  const { webhookId, health } = await makeSubscriber(queues, 200);
  const releasedAt = new Date(clock.now() - 120_000).toISOString();
  const releasing: Health = {
    ...{ webhookId, state: "releasing", failingSince: releasedAt, releasedAt, ...counts },
    ...{ probes: 0, probeAt: null, turns: 0, version: 1 },
  };
  await writeOne(put(WebhookHealth, releasing));
  await releaseDeliveries({ webhookId, turn: 0 });
  const after = await health();
  expect(after?.state).toBe(state);
  if (after) expect(after).toMatchObject(counts);
});
