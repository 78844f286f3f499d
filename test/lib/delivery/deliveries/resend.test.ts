import type { ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { FAILURES_TO_OPEN } from "#lib/delivery/circuit-breaker/breaker.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import {
  callWebhooks,
  createEvent,
  getDeliveryOf,
  listDeliveriesOf,
  subscribe,
} from "#test/support/network/webhook-log.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const { clock, drain, makeDeliveryMessage, takeMessages } = useDeliveries();

describe("a delivery that is resent", () => {
  test("keeps its id and its body, and starts the schedule again", async () => {
    const { receiver, host, id } = await subscribe(200, 500, 200);
    await createEvent(host);
    await drain();
    const [before] = await listDeliveriesOf(host, id);
    const path = { id, deliveryId: before?.id ?? "" };
    const { delivery } = await callWebhooks("deliveries.resend", host, { path });
    expect(delivery).toMatchObject({ id: before?.id, status: "pending", attemptCount: 1 });
    await drain();
    clock.advance(6);
    await drain();
    expect(receiver.received).toHaveLength(3);
    expect(await getDeliveryOf(host, id, path.deliveryId)).toMatchObject({
      status: "delivered",
      attemptCount: 3,
      attempts: [
        { kind: "scheduled", status: 200 },
        { kind: "manual", status: 500 },
        { kind: "scheduled", status: 200 },
      ],
    });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  test("does not wait for its next attempt, which is not made in addition", async () => {
    const { receiver, host, id } = await subscribe(500, 200);
    await createEvent(host);
    await drain();
    const [before] = await listDeliveriesOf(host, id);
    await callWebhooks("deliveries.resend", host, { path: { id, deliveryId: before?.id ?? "" } });
    expect(await drain()).toBe(1);
    clock.advance(600);
    await drain();
    await sweepDueShards();
    await drain();
    expect(receiver.received).toHaveLength(2);
  });

  test.each([200, 500])("includes a concurrent attempt that ended with %i", async (status) => {
    const openResponses: ServerResponse[] = [];
    const receiver = await startReceiver((response) =>
      openResponses.length === 0 ? openResponses.push(response) : response.end(),
    );
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const attempt = deliverWebhook(await makeDeliveryMessage(host));
    await vi.waitUntil(() => openResponses.length === 1);
    const [{ id: deliveryId } = { id: "" }] = await listDeliveriesOf(host, id);
    await callWebhooks("deliveries.resend", host, { path: { id, deliveryId } });
    openResponses[0]?.writeHead(status).end();
    await attempt;
    const first = { kind: "scheduled", status };
    expect(await getDeliveryOf(host, id, deliveryId)).toMatchObject({
      status: "pending",
      attemptCount: 1,
      attempts: [first],
    });
    expect(await drain()).toBe(1);
    expect(await getDeliveryOf(host, id, deliveryId)).toMatchObject({
      status: "delivered",
      attemptCount: 2,
      attempts: [first, { kind: "manual", status: 200 }],
    });
    clock.advance(600);
    await sweepDueShards();
    expect(await drain()).toBe(0);
  });

  test("is sent by the sweep if its message is lost", async () => {
    const { receiver, host, id } = await subscribe(200);
    await createEvent(host);
    await drain();
    const [before] = await listDeliveriesOf(host, id);
    await callWebhooks("deliveries.resend", host, { path: { id, deliveryId: before?.id ?? "" } });
    await takeMessages();
    await sweepDueShards();
    expect(await drain()).toBe(0);
    clock.advance(180);
    await sweepDueShards();
    expect(await drain()).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect((await getDeliveryOf(host, id, before?.id ?? "")).attempts.at(-1)).toMatchObject({
      kind: "manual",
      status: 200,
    });
    clock.advance(600);
    await sweepDueShards();
    expect(await drain()).toBe(0);
  });

  test("is sent while the breaker is open, and closes it if it succeeds", async () => {
    const { host, id, path } = await subscribe(...Array.from({ length: FAILURES_TO_OPEN }, () => 500), 200);
    for (let made = 0; made < FAILURES_TO_OPEN + 1; made += 1) await createEvent(host);
    await drain();
    expect((await callWebhooks("health", host, { path }))["health"]).toMatchObject({ state: "open" });
    const waiting = (await listDeliveriesOf(host, id)).filter(({ isWaiting }) => isWaiting);
    expect(waiting).toHaveLength(1);
    await callWebhooks("deliveries.resend", host, { path: { id, deliveryId: waiting[0]?.id ?? "" } });
    await drain();
    expect((await callWebhooks("health", host, { path }))["health"]).toMatchObject({
      state: "releasing",
      failures: 0,
      failingSince: null,
    });
    expect(await getDeliveryOf(host, id, waiting[0]?.id ?? "")).toMatchObject({ status: "delivered" });
  });

  test("requires an active webhook", async () => {
    const { host, id } = await subscribe(200);
    await createEvent(host);
    await drain();
    const [before] = await listDeliveriesOf(host, id);
    await updateWebhook(host, { id }, { active: false });
    const answer = await callEndpoint("webhooks.deliveries.resend", host, {
      path: { id, deliveryId: before?.id ?? "" },
    });
    expect([answer.status, answer.json["code"]]).toEqual([409, "conflict"]);
  });
});
