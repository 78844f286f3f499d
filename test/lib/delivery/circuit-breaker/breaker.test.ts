import { describe, expect, test } from "vitest";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { type Receiver, startReceiver } from "#test/support/network/receiver.ts";
import { makeSubscriber } from "#test/support/network/subscriber.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const queues = useDeliveries();
const { aws, clock, pass, takeMessages, runTimers, drain } = queues;

const idsOf = ({ received }: Receiver): unknown[] => received.map(({ headers }) => headers["webhook-id"]);

describe("the breaker of a webhook", () => {
  test("opens after ten consecutive failures, and then sends no requests", async () => {
    const { receiver, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(9);
    expect(await health()).toMatchObject({ state: "failing", failures: 9 });
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "open", failures: 10, probes: 0 });
    await deliverEvents(5);
    expect(receiver.received).toHaveLength(10);
  });

  test("counts consecutive failures: one success resets the count, and the health is deleted", async () => {
    const { deliverEvents, health, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(9);
    setStatus(200);
    await deliverEvents(1);
    expect(await health()).toBeUndefined();
    setStatus(500);
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "failing", failures: 1 });
  });

  test("probes with the delivery that has waited longest, after 30 seconds, then after up to five minutes", async () => {
    const { webhookId, receiver, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(11);
    const [waiting] = (await queryAll(DeliveryItem, { webhookId })).filter(
      ({ attemptCount }) => attemptCount === 0,
    );
    for (const wait of [30, 60, 120, 240, 300, 300]) {
      const before = receiver.received.length;
      const { probeAt } = (await health()) ?? {};
      expect(Date.parse(probeAt ?? "") - clock.now()).toBe(wait * 1000);
      clock.advance(wait);
      await runTimers();
      const probes = (await takeMessages()).filter(
        (message) => message.webhookId === webhookId && message.kind === "probe",
      );
      expect(probes.map(({ id }) => id)).toEqual([waiting?.id]);
      for (const probe of probes) await deliverWebhook(probe);
      expect(receiver.received).toHaveLength(before + 1);
    }
    const probed = await queryAll(DeliveryItem, { webhookId });
    expect(probed.find(({ id }) => id === waiting?.id)).toMatchObject({
      status: "pending",
      attemptCount: 0,
      attempts: Array.from({ length: 6 }, () => ({ kind: "probe", status: 500 })),
    });
  });

  test("closes with the first success, and then sends each waiting delivery once", async () => {
    const { webhookId, receiver, deliverEvents, health, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(25);
    setStatus(200);
    receiver.received.length = 0;
    await pass(15 * 60);
    const deliveries = await queryAll(DeliveryItem, { webhookId });
    expect(deliveries.map(({ status }) => status)).toEqual(Array(25).fill("delivered"));
    expect(idsOf(receiver).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
    expect(await health()).toBeUndefined();
  });

  test("loses no delivery if every timer is lost", async () => {
    const { webhookId, deliverEvents, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(13);
    setStatus(200);
    for (let minutes = 0; minutes < 40; minutes += 1) {
      clock.advance(60);
      const lost = await aws().queues.receive("timers", { maxMessages: 10 });
      for (const { receiptHandle } of lost) aws().queues.delete("timers", receiptHandle);
      await sweepDueShards();
      await drain();
    }
    const deliveries = await queryAll(DeliveryItem, { webhookId });
    const lateOnes = deliveries.filter(({ attempts }) => attempts[0]?.status !== 500);
    expect(lateOnes.map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  });

  test("sends the next event if no delivery waits, and opens again if that fails", async () => {
    const { receiver, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(10);
    // The retry of the last attempt is due before the probe.
    clock.advance(3);
    await aws().queues.receive("timers", { maxMessages: 10 });
    clock.advance(27);
    await runTimers();
    expect(await health()).toMatchObject({ state: "releasing", failures: 9 });
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "open", failures: 10, probes: 0 });
    expect(receiver.received.length).toBeGreaterThanOrEqual(11);
  });

  test("opens again with the next failure if the webhook no longer receives the delivery of the probe", async () => {
    const { host, webhookId: id, deliverEvents, health } = await makeSubscriber(queues, 500);
    await deliverEvents(11);
    const { failingSince } = (await health()) ?? {};
    await updateWebhook(host, { id }, { eventTriggers: ["BOOKING_CANCELLED"] });
    clock.advance(30);
    await runTimers();
    for (const message of await takeMessages()) if (message.kind === "probe") await deliverWebhook(message);
    expect(await health()).toMatchObject({ state: "releasing", failures: 9 });
    await updateWebhook(host, { id }, { eventTriggers: ["BOOKING_CREATED"] });
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "open", failures: 10, failingSince });
  });

  test("two attempts that fail at the same time are both counted", async () => {
    const { host, webhookId, health } = await makeSubscriber(queues, 500);
    for (let made = 0; made < 6; made += 1) await fanOutEvents([await makeEvent(host)]);
    const messages = (await takeMessages()).filter((message) => message.webhookId === webhookId);
    await Promise.all(messages.map(deliverWebhook));
    expect(await health()).toMatchObject({ failures: 6 });
  });
});

describe("a webhook whose every attempt fails", () => {
  test("is disabled with a reason after five days, its failed deliveries stay, and it can be enabled again", async () => {
    const { host, webhookId, deliverEvents, health, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(12);
    await pass(4 * 86_400, 43_200);
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true });
    await pass(86_400 + 43_200, 43_200);
    expect(await getWebhook(host, webhookId)).toMatchObject({
      active: false,
      disabledReason: "All attempts failed for 5 days.",
    });
    await pass(10 * 60, 120);
    const deliveries = await queryAll(DeliveryItem, { webhookId });
    expect(deliveries.map(({ status }) => status)).toEqual(Array(12).fill("failed"));
    expect(await health()).toBeUndefined();
    setStatus(200);
    await updateWebhook(host, { id: webhookId }, { active: true });
    await deliverEvents(1);
    const [latest] = await queryAll(DeliveryItem, { webhookId }, { reverse: true, limit: 1 });
    expect(latest).toMatchObject({ status: "delivered" });
  });

  test("is not disabled if a probe succeeded within those days, although deliveries still wait", async () => {
    const { host, webhookId, deliverEvents, health, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(12);
    await pass(4 * 86_400 + 82_800, 41_400);
    setStatus(200);
    while ((await health())?.state === "open") {
      clock.advance(300);
      await runTimers();
      for (const message of await takeMessages()) if (message.kind === "probe") await deliverWebhook(message);
    }
    clock.advance(7_200);
    setStatus(503);
    await deliverEvents(1);
    expect(await health()).toMatchObject({ state: "releasing", failures: 1 });
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true, disabledReason: null });
  });

  test.each([
    ["fails now and then", 1],
    ["is down", 12],
  ])("gets five days again with another URL: the subscriber %s", async (_, events) => {
    const { host, webhookId, deliverEvents, health } = await makeSubscriber(queues, 500);
    const other = await startReceiver((response) => void response.writeHead(500).end());
    await deliverEvents(events);
    await pass(4 * 86_400 + 43_200, 43_200);
    await updateWebhook(host, { id: webhookId }, { subscriberUrl: other.url });
    await deliverEvents(1);
    await pass(86_400, 43_200);
    expect(other.received.length).toBeGreaterThan(0);
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true });
    expect(await health()).toMatchObject({ state: events > 1 ? "open" : "failing" });
  });

  test("is not disabled if one attempt succeeded in between", async () => {
    const { host, webhookId, deliverEvents, setStatus } = await makeSubscriber(queues, 500);
    await deliverEvents(1);
    await pass(600);
    setStatus(200);
    await deliverEvents(1);
    setStatus(500);
    await deliverEvents(1);
    clock.advance(4 * 86_400 + 86_000);
    await deliverEvents(1);
    expect(await getWebhook(host, webhookId)).toMatchObject({ active: true });
  });
});
