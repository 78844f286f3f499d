import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type Delivery, DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { PAYLOAD_VERSION } from "#lib/delivery/subscriptions/schema.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { EventKey } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

// The library that verifies signatures uses the real time.
const { clock, takeMessages, makeDeliveryMessage } = useDeliveries(new ManualClock(Date.now()));

const deliveriesOf = (webhookId: string): Promise<Delivery[]> => queryAll(DeliveryItem, { webhookId });

describe("fanning out", () => {
  test("each webhook that subscribes gets one delivery and one message, in three round trips", async () => {
    const team = await makeTeam();
    const [host, owner] = [await makeMember(team, "MEMBER"), await makeMember(team, "OWNER")];
    const [teamId, admin] = [team.id, await makeHost("ADMIN")];
    const subscribed = await Promise.all([
      makeWebhook(host),
      makeWebhook(owner, { teamId }),
      makeWebhook(admin, { platform: true }),
    ]);
    await makeWebhook(host, { eventTriggers: ["BOOKING_CANCELLED"] });
    await makeWebhook(host, { active: false });
    await makeWebhook(owner);
    const event = await makeEvent(host, teamId);
    resetRoundTrips();
    await fanOutEvents([event]);
    expect(roundTrips()).toEqual({ trips: 3, calls: 2 + subscribed.length });
    const messages = await takeMessages();
    const ids = subscribed.map(({ id }) => id).toSorted();
    expect(messages.map(({ webhookId }) => webhookId).toSorted()).toEqual(ids);
    for (const id of ids)
      expect(await deliveryOf(id)).toMatchObject({ status: "pending", event: EventKey.parse(event) });
    for (const { id } of subscribed) await updateWebhook(admin, { id }, { active: false });
  });

  test("a message without the scope of its event, and one of an event that has expired, are processed together", async () => {
    const host = await makeHost();
    const { id } = await makeWebhook(host);
    const event = await makeEvent(host);
    await fanOutEvents([EventKey.parse(event), { ...event, sequence: 999 }]);
    expect((await takeMessages()).map(({ webhookId }) => webhookId)).toEqual([id]);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  test("fanning out an event twice creates one delivery", async () => {
    const host = await makeHost();
    const { id } = await makeWebhook(host);
    const event = await makeEvent(host);
    await fanOutEvents([event]);
    await fanOutEvents([event]);
    const [first, second] = await takeMessages();
    expect(second).toEqual(first);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

describe("delivering", () => {
  test("the subscriber receives the event with signature and version, and the attempt is recorded, in two round trips", async () => {
    const receiver = await startReceiver();
    const host = await makeHost();
    const { id, secret } = await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    resetRoundTrips();
    await deliverWebhook(message);
    expect(roundTrips()).toEqual({ trips: 2, calls: 2 });
    const [request] = receiver.received;
    const headers = request?.headers as Record<string, string>;
    expect(new Verifier(secret ?? "").verify(request?.body ?? "", headers)).toMatchObject({
      triggerEvent: "BOOKING_CREATED",
      createdAt: message.createdAt,
      payload: { bookingId: message.event?.bookingId },
    });
    expect(request?.body).toMatch(
      /^\{"triggerEvent":"BOOKING_CREATED","createdAt":"[^"]+","payload":\{"uid":/,
    );
    expect(headers).toMatchObject({
      "webhook-id": message.id,
      "content-type": "application/json",
      "user-agent": "Almanac-Webhooks/1",
      "x-cal-webhook-version": PAYLOAD_VERSION,
    });
    expect(await deliveryOf(id)).toMatchObject({
      status: "delivered",
      attemptCount: 1,
      attempts: [{ at: expect.any(String), status: 200, error: null, ms: expect.any(Number) }],
    });
  });

  test("a message that is received twice sends one request", async () => {
    const receiver = await startReceiver();
    const host = await makeHost();
    await makeWebhook(host, { subscriberUrl: receiver.url });
    const message = await makeDeliveryMessage(host);
    await deliverWebhook(message);
    await deliverWebhook(message);
    expect(receiver.received).toHaveLength(1);
  });

  test("a template renders the body", async () => {
    const receiver = await startReceiver();
    const host = await makeHost();
    const payloadTemplate = '{"what":"{{triggerEvent}}","who":"{{attendees.0.name}}"}';
    await makeWebhook(host, { subscriberUrl: receiver.url, payloadTemplate });
    await deliverWebhook(await makeDeliveryMessage(host));
    expect(receiver.received[0]?.body).toBe('{"what":"BOOKING_CREATED","who":"Ann van Dyke"}');
  });
});

describe("the status of a delivery after a response", () => {
  test.each([
    ...[200, 201, 202, 204, 299].map((status) => [status, "delivered"] as const),
    ...[301, 302, 303, 304, 307, 308].map((status) => [status, "pending"] as const),
    ...[400, 401, 403, 404, 429, 500, 502, 503, 504].map((status) => [status, "pending"] as const),
    [410, "failed"] as const,
  ])("%i: %s", async (answer, status) => {
    const receiver = await startReceiver((response) =>
      response.writeHead(answer, { location: "http://127.0.0.1:9/elsewhere" }).end(),
    );
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    await deliverWebhook(await makeDeliveryMessage(host));
    expect(await deliveryOf(id)).toMatchObject({ status, attempts: [{ status: answer }] });
    expect(receiver.received).toHaveLength(1);
  });

  test("a busy subscriber gets the next attempt at the time it requested", async () => {
    const receiver = await startReceiver((response) =>
      response.writeHead(503, { "retry-after": "7000" }).end(),
    );
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
    await deliverWebhook(await makeDeliveryMessage(host));
    const next = new Date(clock.now() + 7_000_000).toISOString();
    expect(await deliveryOf(id)).toMatchObject({ nextAttemptAt: next, wakesAt: next });
  });
});
