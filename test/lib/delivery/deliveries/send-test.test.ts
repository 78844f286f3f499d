import { describe, expect, test } from "vitest";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import type { Received } from "#test/support/network/receiver.ts";
import { callWebhooks, listDeliveriesOf, signers, subscribe } from "#test/support/network/webhook-log.ts";

const { clock, drain } = useDeliveries();

describe("a test", () => {
  test.each(["BOOKING_CREATED", "BOOKING_CANCELLED", "FORM_SUBMITTED"])(
    "of %s is sent immediately, with signatures",
    async (triggerEvent) => {
      const { receiver, host, id, secret, path } = await subscribe(200);
      const { delivery } = await callWebhooks("test", host, { path, body: { triggerEvent } });
      expect(delivery).toMatchObject({
        trigger: triggerEvent,
        status: "pending",
        bookingId: null,
        attempts: [],
      });
      expect(await drain()).toBe(1);
      const [request] = receiver.received;
      expect(signers(request as Received, [secret])).toEqual([0]);
      expect(JSON.parse(request?.body ?? "")).toMatchObject({
        triggerEvent,
        payload: { title: "Test trigger event", organizer: { email: expect.any(String) } },
      });
      expect(await listDeliveriesOf(host, id)).toMatchObject([
        {
          id: request?.headers["webhook-id"],
          status: "delivered",
          attempts: [{ kind: "manual", status: 200 }],
        },
      ]);
    },
  );

  test("of a meeting has the booking's fields also at the top level", async () => {
    const { receiver, host, path } = await subscribe(200);
    await callWebhooks("test", host, { path, body: { triggerEvent: "MEETING_STARTED" } });
    await drain();
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      title: "Test trigger event",
      payload: {},
    });
  });

  test("is allowed ten times per minute", async () => {
    const { host, path } = await subscribe(200);
    const body = { triggerEvent: "BOOKING_CREATED" };
    for (let made = 0; made < 10; made += 1) {
      await callWebhooks("test", host, { path, body });
      clock.advance(1);
    }
    const { status, headers, json } = await callEndpoint("webhooks.test", host, { path, body });
    expect([status, json["code"], headers["Retry-After"]]).toEqual([429, "too_many_requests", "50"]);
    clock.advance(50);
    await callWebhooks("test", host, { path, body });
    expect((await callEndpoint("webhooks.test", host, { path, body })).status).toBe(429);
    clock.advance(3_600);
    await callWebhooks("test", host, { path, body });
    await drain();
  });

  test("is not allowed more often by concurrent calls", async () => {
    const { host, path } = await subscribe(200);
    const body = { triggerEvent: "BOOKING_CREATED" };
    const responses = await Promise.all(
      Array.from({ length: 14 }, () => callEndpoint("webhooks.test", host, { path, body })),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    await drain();
  });
});
