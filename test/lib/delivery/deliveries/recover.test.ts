import { describe, expect, test } from "vitest";
import { FAILURES_TO_OPEN } from "#lib/delivery/circuit-breaker/breaker.ts";
import { DeliveryItem, deliveryId } from "#lib/delivery/deliveries/entity.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { callWebhooks, createEvent, listDeliveriesOf, subscribe } from "#test/support/network/webhook-log.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const { clock, drain, runTimers } = useDeliveries();

/** Creates copies of the newest delivery of a webhook. */
async function copyNewest(webhookId: string, count: number): Promise<void> {
  const [newest] = await queryAll(DeliveryItem, { webhookId }, { reverse: true });
  if (!newest) throw new Error("there is no delivery");
  const ids = Array.from({ length: count }, (_, at) => deliveryId(newest.createdAt, `copy ${at}`));
  for (const id of ids) await transact([put(DeliveryItem, { ...newest, id })]);
}

describe("a recovery", () => {
  test("resends all deliveries that have failed since then, once, and nothing else", async () => {
    const { receiver, host, id, path } = await subscribe(200);
    await createEvent(host);
    await drain();
    clock.advance(1);
    const since = new Date(clock.now()).toISOString();
    await createEvent(host);
    await updateWebhook(host, { id }, { active: false });
    await drain();
    await copyNewest(id, 104);
    expect(await listDeliveriesOf(host, id, { status: "failed" })).toHaveLength(105);
    const body = { since };
    expect((await callEndpoint("webhooks.recover", host, { path, body })).status).toBe(409);
    await updateWebhook(host, { id }, { active: true });
    clock.advance(1);
    expect(await callWebhooks("recover", host, { path, body })).toMatchObject({
      webhook: { id, secret: null },
      ...{ failed: 105, waiting: 0, hasMore: false },
      message: expect.stringContaining("deliveries are sent now"),
    });
    await callWebhooks("recover", host, { path, body });
    await drain();
    expect(receiver.received).toHaveLength(106);
    const [last] = await listDeliveriesOf(host, id);
    expect(last?.attempts.map(({ kind, status }) => [kind, status])).toEqual([
      ["scheduled", null],
      ["manual", 200],
    ]);
    await callWebhooks("recover", host, { path, body });
    await drain();
    expect(receiver.received).toHaveLength(106);
  });

  test("sends the deliveries that wait for a retry now, and their planned retries are not made in addition", async () => {
    const { receiver, host, id, path } = await subscribe(500, 500, 500, 500, 500, 500, 200);
    const since = new Date(clock.now()).toISOString();
    for (let made = 0; made < 3; made += 1) await createEvent(host);
    await drain();
    clock.advance(6);
    await drain();
    expect(receiver.received).toHaveLength(6);
    await createEvent(host);
    await drain();
    expect(await callWebhooks("recover", host, { path, body: { since } })).toMatchObject({
      failed: 0,
      waiting: 3,
      hasMore: false,
    });
    expect(await drain()).toBe(3);
    expect(await listDeliveriesOf(host, id, { status: "delivered" })).toHaveLength(4);
    clock.advance(3_600);
    await sweepDueShards();
    await drain();
    expect(receiver.received).toHaveLength(10);
    expect(await callWebhooks("recover", host, { path, body: { since } })).toMatchObject({
      ...{ failed: 0, waiting: 0 },
      message:
        "0 failed and 0 waiting deliveries are sent now; those that wait for your server, when it responds.",
    });
  });

  test("does not repeat a delivery that is already being sent", async () => {
    const { receiver, host, path } = await subscribe(500, 200);
    const since = new Date(clock.now()).toISOString();
    await createEvent(host);
    await drain();
    clock.advance(6);
    await createEvent(host);
    expect(await runTimers()).toBe(1);
    const answer = await callWebhooks("recover", host, { path, body: { since } });
    expect(answer).toMatchObject({ failed: 0, waiting: 0 });
    await drain();
    expect(receiver.received).toHaveLength(3);
  });

  test("that is repeated sends each delivery once", async () => {
    const { receiver, host, path } = await subscribe(500, 500, 200);
    const since = new Date(clock.now()).toISOString();
    for (let made = 0; made < 2; made += 1) await createEvent(host);
    await drain();
    for (let made = 0; made < 2; made += 1) await callWebhooks("recover", host, { path, body: { since } });
    await drain();
    expect(receiver.received).toHaveLength(4);
  });

  test("probes a subscriber that was down immediately, so that the deliveries that wait for it follow", async () => {
    const { receiver, host, id, path } = await subscribe(
      ...Array.from({ length: FAILURES_TO_OPEN }, () => 500),
      200,
    );
    const since = new Date(clock.now()).toISOString();
    for (let made = 0; made < FAILURES_TO_OPEN + 2; made += 1) await createEvent(host);
    await drain();
    expect(receiver.received).toHaveLength(FAILURES_TO_OPEN);
    expect(await callWebhooks("recover", host, { path, body: { since } })).toMatchObject({
      failed: 0,
      waiting: FAILURES_TO_OPEN + 2,
    });
    await drain();
    expect(await listDeliveriesOf(host, id, { status: "delivered" })).toHaveLength(FAILURES_TO_OPEN + 2);
    expect(receiver.received).toHaveLength(2 * FAILURES_TO_OPEN + 2);
  });

  test("of a subscriber that is still down sends one probe, and the deliveries continue to wait", async () => {
    const { receiver, host, path } = await subscribe(500);
    const since = new Date(clock.now()).toISOString();
    for (let made = 0; made < FAILURES_TO_OPEN + 2; made += 1) await createEvent(host);
    await drain();
    await callWebhooks("recover", host, { path, body: { since } });
    await drain();
    expect(receiver.received).toHaveLength(FAILURES_TO_OPEN + 1);
    expect((await callWebhooks("health", host, { path }))["health"]).toMatchObject({ state: "open" });
  });

  test("counts at most 5 MB of deliveries, and resends all", async () => {
    const { receiver, host, id, path } = await subscribe(410, 200);
    const since = new Date(clock.now()).toISOString();
    await createEvent(host);
    await drain();
    await updateWebhook(host, { id }, { active: true });
    const [failed] = await queryAll(DeliveryItem, { webhookId: id });
    const [attempt] = failed?.attempts ?? [];
    if (!failed || !attempt) throw new Error("there is no attempt");
    const attempts = [{ ...attempt, answer: "x".repeat(380 * 1024) }];
    for (let at = 0; at < 20; at += 1)
      await transact([
        put(DeliveryItem, { ...failed, attempts, id: deliveryId(failed.createdAt, `long ${at}`) }),
      ]);
    const answer = await callWebhooks("recover", host, { path, body: { since } });
    expect(answer).toMatchObject({ hasMore: true, message: expect.stringContaining("More than ") });
    expect(Number(answer["failed"])).toBeGreaterThan(5);
    await drain();
    expect(receiver.received).toHaveLength(22);
  });

  test.each([-86_400 * 14 - 60, 60])(
    "reaches back 14 days and no further: %i s from now",
    async (seconds) => {
      const { host, path } = await subscribe(200);
      const since = new Date(clock.now() + seconds * 1000).toISOString();
      const { status, json } = await callEndpoint("webhooks.recover", host, { path, body: { since } });
      expect([status, json["errors"]]).toEqual([400, [expect.objectContaining({ pointer: "#/since" })]]);
    },
  );
});
