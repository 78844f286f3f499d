import { describe, expect, test, vi } from "vitest";
import { handler } from "#functions/events/deliver.ts";
import { getWebhookHealth } from "#lib/delivery/circuit-breaker/get-health.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { laneOf, MAX_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import type { DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { makeSubscriber } from "#test/support/network/subscriber.ts";

const queues = useDeliveries();
const { clock, pass, takeMessages, drain } = queues;

const messageTo = (webhookId: string, delivery: number, more: Partial<DeliveryMessage> = {}) => ({
  webhookId,
  createdAt: "2030-01-01T00:00:00.000Z",
  id: `dlv_${delivery}`,
  userId: 7,
  teamId: null,
  event: null,
  run: 1,
  attempt: 1,
  kind: "scheduled" as const,
  ...more,
});

/** The distinct lanes of a thousand deliveries to some webhooks of one owner. */
const lanesOf = (webhooks: number, more: Partial<DeliveryMessage> = {}): string[] => {
  const messages = Array.from({ length: 1_000 }, (_, at) =>
    messageTo(`wh_${at % webhooks}`, Math.floor(at / webhooks), more),
  );
  return [...new Set(messages.map(laneOf))];
};

describe("the lanes of an owner", () => {
  test("are a fifth of all concurrent deliveries, with any number of webhooks and slow webhooks", () => {
    const all = [...lanesOf(100), ...lanesOf(100, { slowLane: true })];
    expect(all).toHaveLength(handler.spec.source.maxConcurrency / 5);
  });

  test.each([
    { concurrency: 2, quick: 1, slow: 0 },
    { concurrency: 9, quick: 1, slow: 0 },
    { concurrency: 10, quick: 1, slow: 1 },
    { concurrency: 25, quick: 3, slow: 2 },
    { concurrency: 50, quick: 6, slow: 4 },
    { concurrency: 1_000, quick: 12, slow: 8 },
  ])("are a fifth of a concurrency set to $concurrency, at least one", ({ concurrency, quick, slow }) => {
    vi.stubEnv("CONSUMER_CONCURRENCY", String(concurrency));
    const quickLanes = lanesOf(100);
    const all = new Set([...quickLanes, ...lanesOf(100, { slowLane: true })]);
    expect({ quick: quickLanes.length, slow: all.size - quickLanes.length }).toEqual({ quick, slow });
  });

  test("are as many as the operator set", () => {
    vi.stubEnv("DELIVERY_CONCURRENCY", "500");
    const quick = lanesOf(100);
    expect([quick.length, lanesOf(400, { slowLane: true }).length]).toEqual([60, 40]);
    vi.stubEnv("DELIVERY_CONCURRENCY_PER_OWNER", "50");
    expect([lanesOf(100).length, lanesOf(400, { slowLane: true }).length]).toEqual([30, 20]);
    vi.stubEnv("DELIVERY_CONCURRENCY_PER_WEBHOOK", "8");
    expect(lanesOf(1)).toHaveLength(8);
    vi.stubEnv("CONSUMER_CONCURRENCY", "2");
    expect(lanesOf(100)).toHaveLength(1);
  });

  test("are five for a webhook, and one while it is slow", () => {
    expect(lanesOf(1)).toHaveLength(MAX_AT_ONCE);
    expect(lanesOf(1, { slowLane: true })).toHaveLength(1);
  });

  test("are separate for slow webhooks and for others", () => {
    expect(lanesOf(100).filter((lane) => lanesOf(100, { slowLane: true }).includes(lane))).toEqual([]);
  });
});

/** A subscriber that responds after some seconds of the test's clock. */
async function makeSlowSubscriber(firstSeconds: number) {
  let seconds = firstSeconds;
  const subscriber = await makeSubscriber(queues, 200, () => clock.advance(seconds));
  return {
    ...subscriber,
    setSeconds: (next: number) => {
      seconds = next;
    },
    /** Creates an event and receives its message. */
    async next(): Promise<DeliveryMessage> {
      await fanOutEvents([await makeEvent(subscriber.host)]);
      const [message] = await takeMessages();
      if (!message) throw new Error("there was no message");
      return message;
    },
  };
}

describe("a subscriber that responds slowly", () => {
  test("uses the slow lane from its first slow response on", async () => {
    const { receiver, deliverEvents, next, health } = await makeSlowSubscriber(9);
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "failing", failures: 0, quickAnswersNeeded: 5 });
    const message = await next();
    await deliverWebhook(message);
    expect(receiver.received).toHaveLength(1);
    const moved = await takeMessages();
    expect(moved).toEqual([{ ...message, slowLane: true }]);
    for (const each of moved) await deliverWebhook(each);
    expect(receiver.received).toHaveLength(2);
  });

  test("does not affect the metric of first attempts with its late deliveries", async () => {
    const lines = captureLines();
    const { deliverEvents } = await makeSlowSubscriber(9);
    await deliverEvents(1);
    await deliverEvents(1);
    await drain();
    const attempts = lines().filter(({ event }) => event === "attempt");
    expect(attempts.map((line) => "delivery.first_attempt" in line)).toEqual([true, false]);
  });

  test("uses the slow lane also after a slow failure", async () => {
    const { deliverEvents, next, setStatus, receiver, health } = await makeSlowSubscriber(9);
    setStatus(500);
    await deliverEvents(1);
    expect(await health()).toMatchObject({ failures: 1, quickAnswersNeeded: 5 });
    await deliverWebhook(await next());
    expect(receiver.received).toHaveLength(1);
  });

  test("uses its own lanes again after five fast responses, and its health is deleted", async () => {
    const { receiver, deliverEvents, next, health, setSeconds } = await makeSlowSubscriber(3);
    await deliverEvents(1);
    setSeconds(0);
    for (let made = 0; made < 5; made += 1) {
      expect(await health()).toMatchObject({ quickAnswersNeeded: 5 - made });
      await deliverEvents(1);
      await drain();
    }
    expect(await health()).toBeUndefined();
    await deliverWebhook(await next());
    expect(receiver.received).toHaveLength(7);
  });

  test("gets each delivery once if the message that moved it is received twice", async () => {
    const { receiver, deliverEvents, next } = await makeSlowSubscriber(9);
    await deliverEvents(1);
    const message = await next();
    await deliverWebhook(message);
    await deliverWebhook(message);
    await drain();
    expect(receiver.received).toHaveLength(2);
  });

  test("gets a requested delivery immediately", async () => {
    const { receiver, deliverEvents, next } = await makeSlowSubscriber(9);
    await deliverEvents(1);
    await deliverWebhook({ ...(await next()), bypassBreaker: true });
    expect(receiver.received).toHaveLength(2);
  });

  test("has the state healthy, and is slow", async () => {
    const { host, webhookId, deliverEvents } = await makeSlowSubscriber(9);
    await deliverEvents(1);
    expect(await getWebhookHealth(host, webhookId)).toMatchObject({
      state: "healthy",
      failures: 0,
      failingSince: null,
      isSlow: true,
    });
  });

  test("remains slow after a release, and gets all waiting deliveries", async () => {
    const { webhookId, deliverEvents, setStatus, health } = await makeSlowSubscriber(9);
    setStatus(500);
    for (let made = 0; made < 10; made += 1) {
      await deliverEvents(1);
      await drain();
    }
    expect(await health()).toMatchObject({ state: "open", quickAnswersNeeded: 5 });
    setStatus(200);
    await pass(30 * 60);
    expect(await health()).toMatchObject({ state: "failing", failures: 0, quickAnswersNeeded: 5 });
    const deliveries = await queryAll(DeliveryItem, { webhookId });
    expect(deliveries.map(({ status }) => status)).toEqual(Array(10).fill("delivered"));
  });

  test("leaves no health if its webhook is deleted during a slow response", async () => {
    const subscriber = await makeSubscriber(queues, 200, async () => {
      clock.advance(9);
      await deleteWebhook(subscriber.host, { id: subscriber.webhookId });
    });
    await subscriber.deliverEvents(1);
    expect(await subscriber.health()).toBeUndefined();
  });
});
