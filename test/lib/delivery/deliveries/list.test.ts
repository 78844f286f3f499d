import { describe, expect, test } from "vitest";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import {
  callWebhooks,
  createEvent,
  getDeliveryOf,
  listDeliveriesOf,
  signers,
  subscribe,
} from "#test/support/network/webhook-log.ts";

const { clock, drain, takeMessages } = useDeliveries();

describe("the log of a webhook", () => {
  test("contains three attempts, 500, 500, 200: with the same id and body, another signature each, at the scheduled times", async () => {
    const { receiver, host, id, secret } = await subscribe(500, 500, 200);
    await createEvent(host);
    await drain();
    clock.advance(6);
    await drain();
    clock.advance(360);
    await drain();
    const [delivery, ...more] = await listDeliveriesOf(host, id);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      webhookId: id,
      trigger: "BOOKING_CREATED",
      status: "delivered",
      nextAttemptAt: null,
      isWaiting: false,
      attemptCount: 3,
      attempts: [
        {
          kind: "scheduled",
          url: receiver.url,
          status: 500,
          error: "The subscriber responded with status 500.",
          answer: "so it is",
        },
        { kind: "scheduled", status: 500 },
        { kind: "scheduled", status: 200, error: null, answer: null },
      ],
    });
    const sent = receiver.received;
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([delivery?.id]));
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    const [first = 0, second = 0, third = 0] = sent.map(({ headers }) =>
      Number(headers["webhook-timestamp"]),
    );
    expect([second - first, third - second]).toEqual([6, 360]);
    expect(new Set(sent.map(({ headers }) => headers["webhook-signature"])).size).toBe(3);
    expect(sent.map((request) => signers(request, [secret]))).toEqual([[0], [0], [0]]);
    expect(await getDeliveryOf(host, id, delivery?.id ?? "")).toEqual(delivery);
  });

  test("lists the newest first, by pages, by cursors and by time", async () => {
    const { host, id, path } = await subscribe(200, 410);
    const startedAt = new Date(clock.now()).toISOString();
    for (let made = 0; made < 3; made += 1) {
      clock.advance(1);
      await createEvent(host);
    }
    const all = await listDeliveriesOf(host, id);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual([
      ["pending", []],
      ["pending", []],
      ["pending", []],
    ]);
    const messages = await takeMessages();
    expect(messages).toHaveLength(3);
    const { headers } = await callEndpoint("webhooks.deliveries.list", host, {
      path,
      query: { take: ["2"], count: ["true"] },
    });
    expect(headers["X-Total-Count"]).toBe("3");
    const second = await listDeliveriesOf(host, id, { take: "2", page: "2" });
    expect(second).toEqual(all.slice(2));
    const cursors = await callEndpoint("webhooks.deliveries.list", host, {
      path,
      query: { take: ["2"], cursor: [""] },
    });
    const cursor = String(cursors.headers["X-Next-Cursor"]);
    expect(await listDeliveriesOf(host, id, { take: "2", cursor })).toEqual(all.slice(2));
    const [newest, middle, oldest] = all.map(({ createdAt }) => createdAt);
    expect(await listDeliveriesOf(host, id, { dateTo: middle ?? "" })).toEqual(all.slice(1));
    expect(await listDeliveriesOf(host, id, { dateFrom: middle ?? "" })).toEqual(all.slice(0, 2));
    expect(await listDeliveriesOf(host, id, { dateFrom: newest ?? "", dateTo: oldest ?? "" })).toEqual([]);
    expect(await listDeliveriesOf(host, id, { dateTo: startedAt })).toEqual([]);
  });

  test("is filtered by status, by trigger and by the class of the last response", async () => {
    const { host, id } = await subscribe(200, 500);
    await createEvent(host);
    await drain();
    clock.advance(1);
    await createEvent(host);
    await drain();
    const [failing, delivered] = await listDeliveriesOf(host, id);
    expect(await listDeliveriesOf(host, id, { status: "pending" })).toEqual([failing]);
    expect(await listDeliveriesOf(host, id, { status: "delivered" })).toEqual([delivered]);
    expect(await listDeliveriesOf(host, id, { status: "failed" })).toEqual([]);
    expect(await listDeliveriesOf(host, id, { httpStatus: "5xx" })).toEqual([failing]);
    expect(await listDeliveriesOf(host, id, { httpStatus: "2xx", take: "1" })).toEqual([delivered]);
    expect(await listDeliveriesOf(host, id, { httpStatus: "none" })).toEqual([]);
    expect(await listDeliveriesOf(host, id, { trigger: "BOOKING_CANCELLED" })).toEqual([]);
    expect(
      await listDeliveriesOf(host, id, { trigger: "BOOKING_CREATED", cursor: "", take: "5" }),
    ).toHaveLength(2);
  });

  test("can be accessed only by its user, and is deleted with the webhook", async () => {
    const { host, id } = await subscribe(200);
    await createEvent(host);
    await drain();
    const [delivery] = await listDeliveriesOf(host, id);
    const path = { id, deliveryId: delivery?.id ?? "" };
    for (const name of ["deliveries.get", "deliveries.list", "deliveries.resend"])
      expect((await callEndpoint(`webhooks.${name}`, await makeHost(), { path })).status).toBe(404);
    const other = await makeWebhook(host);
    expect(
      (await callEndpoint("webhooks.deliveries.get", host, { path: { ...path, id: other.id } })).status,
    ).toBe(404);
    expect(
      (await callEndpoint("webhooks.deliveries.get", host, { path: { id, deliveryId: "dlv_none" } })).status,
    ).toBe(404);
    await deleteWebhook(host, { id });
    for (const name of ["deliveries.get", "deliveries.list"])
      expect((await callEndpoint(`webhooks.${name}`, host, { path })).status).toBe(404);
  });
});

test("the health of a webhook contains the failures, their start and the schedule", async () => {
  const { host, id, path } = await subscribe(500, 200);
  const health = async () => (await callWebhooks("health", host, { path }))["health"];
  const schedule = { retrySeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000], jitter: 0.2 };
  const healthy = {
    state: "healthy",
    failures: 0,
    failingSince: null,
    nextProbeAt: null,
    isSlow: false,
    ...schedule,
  };
  expect(await health()).toEqual(healthy);
  await createEvent(host);
  await drain();
  const failingSince = new Date(clock.now()).toISOString();
  expect(await health()).toEqual({ ...healthy, state: "failing", failures: 1, failingSince });
  await updateWebhook(host, { id }, { active: false });
  await updateWebhook(host, { id }, { active: true });
  expect(await health()).toEqual(healthy);
});
