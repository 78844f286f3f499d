import { describe, expect, test, vi } from "vitest";
import { MAX_IN_FLIGHT } from "#lib/delivery/circuit-breaker/release.ts";
import { DeliveryItem, deliveryId, waitingPartition } from "#lib/delivery/deliveries/entity.ts";
import type { DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { runTimer } from "#lib/workers/run-timer.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { makeSubscriber, type Subscriber } from "#test/support/network/subscriber.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const queues = useDeliveries();
const { clock, pass, takeMessages, takeTimers, runTimers, drain } = queues;

const WAITING = 3;
/** Deliveries that are written in parallel. */
const PAGE = 50;

/** A subscriber that has responded to a probe, while some deliveries wait. */
async function makeReleasing(): Promise<Subscriber> {
  const subscriber = await makeSubscriber(queues, 500);
  await subscriber.deliverEvents(10 + WAITING + 1);
  subscriber.setStatus(200);
  while ((await subscriber.health())?.state === "open") {
    clock.advance(30);
    await runTimers();
    for (const message of await takeMessages()) if (message.kind === "probe") await deliverWebhook(message);
  }
  return subscriber;
}

/**
 * Runs all timers for some minutes without making attempts. Returns the first attempts of a webhook and the turns of its release. The first
 * timers run twice, at the same time.
 */
async function runTimersFor(
  minutes: number,
  webhookId: string,
): Promise<{ attempts: DeliveryMessage[]; turns: number }> {
  const attempts: DeliveryMessage[] = [];
  let turns = 0;
  for (let halfMinute = 0; halfMinute < 2 * minutes; halfMinute += 1) {
    clock.advance(30);
    await sweepDueShards();
    const timers = await takeTimers();
    turns += timers.filter((timer) => timer.timer === "release" && timer.webhookId === webhookId).length;
    const repeated = halfMinute === 0 ? timers : [];
    await Promise.all([...timers, ...repeated].map(runTimer));
    const messages = await takeMessages();
    attempts.push(...messages.filter((each) => each.webhookId === webhookId && each.attempt === 1));
  }
  return { attempts, turns };
}

/** Creates copies of a waiting delivery. */
async function copyWaiting(webhookId: string, count: number): Promise<void> {
  const waiting = (await queryAll(DeliveryItem, { webhookId })).find(
    ({ due }) => due === waitingPartition(webhookId),
  );
  if (!waiting) throw new Error("none waits");
  for (let at = 0; at < count; at += PAGE) {
    const ids = Array.from({ length: PAGE }, (_, next) => deliveryId(waiting.createdAt, String(at + next)));
    await Promise.all(ids.map((id) => writeOne(put(DeliveryItem, { ...waiting, id }))));
  }
}

test("a release to a subscriber that is slow sends waiting deliveries once in five minutes, however often a timer and the sweep run", async () => {
  const { webhookId } = await makeReleasing();
  const { attempts, turns } = await runTimersFor(30, webhookId);
  expect(attempts).toHaveLength(6 * WAITING);
  expect(turns).toBeLessThanOrEqual(2 * 30 + 1);
});

test.each([
  ["before it has sent anything", "DELIVERIES_QUEUE_URL"],
  ["before it has set the timer of the next", "TIMERS_QUEUE_URL"],
])(
  "a turn of a release that stops %s leaves no delivery waiting, and there is one turn at a time afterwards",
  async (_, queue) => {
    const { webhookId } = await makeReleasing();
    const [timer] = (await takeTimers()).filter(
      (each) => each.timer === "release" && each.webhookId === webhookId,
    );
    if (!timer) throw new Error("there is no release");
    const url = process.env[queue];
    vi.stubEnv(queue, `${url}-none`);
    await expect(runTimer(timer)).rejects.toThrow();
    vi.stubEnv(queue, url);
    await runTimer(timer);
    expect((await runTimersFor(10, webhookId)).turns).toBeLessThanOrEqual(2 * 10 + 1);
    for (let minutes = 0; minutes < 6; minutes += 1) {
      clock.advance(60);
      await sweepDueShards();
      await drain();
    }
    const deliveries = await queryAll(DeliveryItem, { webhookId });
    expect(deliveries.filter(({ attempts }) => attempts[0]?.status === 200)).toHaveLength(1 + WAITING);
  },
);

describe("a release after which no delivery waits", () => {
  test("deletes the health once the subscriber has responded", async () => {
    const { health } = await makeReleasing();
    await pass(180);
    expect(await health()).toBeUndefined();
  });

  test("keeps the failures if no delivery could be a probe: the next failure opens the breaker again", async () => {
    const { deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(10);
    const { failingSince } = (await health()) ?? {};
    clock.advance(30);
    await runTimers();
    expect(await health()).toMatchObject({ state: "releasing", failures: 9 });
    // Drops the second attempts, which would send requests.
    await takeMessages();
    await pass(180);
    expect(await health()).toMatchObject({ state: "failing", failures: 9, failingSince });
    expect(await health()).not.toHaveProperty("due");
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "open", failures: 10, failingSince });
  });
});

test("a release of many deliveries has at most a thousand in flight, even with a slow subscriber, and sends more when those end", async () => {
  const { webhookId } = await makeReleasing();
  await copyWaiting(webhookId, MAX_IN_FLIGHT);
  const { attempts } = await runTimersFor(7, webhookId);
  const ids = new Set(attempts.map(({ id }) => id));
  expect(ids.size).toBe(MAX_IN_FLIGHT);
  expect(attempts.length).toBeLessThanOrEqual(2 * MAX_IN_FLIGHT);
  await Promise.all(attempts.slice(0, WAITING).map(deliverWebhook));
  const more = (await runTimersFor(1, webhookId)).attempts.filter(({ id }) => !ids.has(id));
  expect(more).toHaveLength(WAITING);
});
