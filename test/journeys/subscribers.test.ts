import { createHmac } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verifyWebhook } from "#client/verify-webhook.ts";
import type { WebhookEvent } from "#client/webhook-event.ts";
import { SOURCED_TRIGGERS } from "#lib/storage/outbox/triggers.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { attendeeRequest, getStoredBooking, moveIntoPast } from "#test/support/builders/booking-parts.ts";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { type Received, type Receiver, startReceiver } from "#test/support/network/receiver.ts";

const cloud = useSharedCloud();
const BOOKING_TRIGGERS = SOURCED_TRIGGERS.filter((trigger) => trigger.startsWith("BOOKING_"));

const Registered = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });
const Added = z.object({ attendee: z.object({ id: z.int() }) });
const Booked = z.object({ id: z.int(), uid: z.string() });

/** Creates a host with a webhook for all booking events. */
async function makeSubscriber(receiver: Receiver) {
  const { caller, key } = await makeUserWithKey();
  const send = clientOf(cloud().baseUrl);
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const { status, text, json } = await send({ method, path, key, body });
    expect(status, text).toBe(200);
    return json;
  };
  const requested = { subscriberUrl: receiver.url, eventTriggers: BOOKING_TRIGGERS };
  const { webhook } = Registered.parse(await call("POST", "/webhooks", requested));
  const book = async (eventTypeId: number, start: string, more = {}) =>
    Booked.parse(await call("POST", "/bookings", bookingRequest(eventTypeId, { start, ...more })));
  return { caller, webhook, call, book };
}
type Subscriber = Awaited<ReturnType<typeof makeSubscriber>>;

/** Causes every kind of booking event, and returns the number of events. */
async function causeAllEvents({ caller, call, book }: Subscriber): Promise<number> {
  const { id: withConfirmation } = await makeEventType(caller, { requiresConfirmation: true });
  const accepted = await book(withConfirmation, "2031-03-03T09:00:00Z");
  await call("PATCH", `/bookings/${accepted.id}`, { status: "ACCEPTED" });
  const rejected = await book(withConfirmation, "2031-03-03T10:00:00Z");
  await call("PATCH", `/bookings/${rejected.id}`, { status: "REJECTED", rejectionReason: "Away – 旅行" });
  const { id: plain } = await makeEventType(caller);
  const { uid, id } = await book(plain, "2031-03-04T09:00:00Z");
  const { attendee } = Added.parse(await call("POST", "/attendees", attendeeRequest(id)));
  await call("DELETE", `/attendees/${attendee.id}`);
  const moved = await book(plain, "2031-03-04T10:00:00Z", { rescheduleUid: uid });
  await call("DELETE", `/bookings/${moved.id}/cancel?cancellationReason=ill`);
  const paid = await book(plain, "2031-03-05T09:00:00Z");
  await pay({ bookingId: paid.id, externalId: `subscribers-${paid.id}` });
  await pay({ bookingId: paid.id, externalId: `subscribers-${paid.id}`, success: true });
  await moveIntoPast(await getStoredBooking({ userId: caller.userId, id: paid.id }));
  await call("POST", `/bookings/${paid.id}/no-show`, { host: true });
  return 13;
}

const expectRequests = (receiver: Receiver, count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBe(count);
const textHeaders = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
const eventIn = ({ body }: Received): WebhookEvent => JSON.parse(body);

describe("a subscriber to all booking events", () => {
  it("can verify each kind of event with other libraries and with ours", async () => {
    const receiver = await startReceiver();
    const subscriber = await makeSubscriber(receiver);
    const { secret } = subscriber.webhook;
    await expectRequests(receiver, await causeAllEvents(subscriber));
    const triggers = new Set(receiver.received.map((one) => eventIn(one).triggerEvent));
    expect([...triggers].toSorted()).toEqual(BOOKING_TRIGGERS.toSorted());
    for (const received of receiver.received) {
      const [{ body }, headers] = [received, textHeaders(received)];
      const event = JSON.parse(body);
      expect(new Webhook(secret).verify(body, headers)).toEqual(event);
      expect(() => new SvixWebhook(secret).verify(body, headers)).not.toThrow();
      expect(() => new SvixWebhook(secret).verify(`${body} `, headers)).toThrow();
      expect(await verifyWebhook({ body, headers: received.headers, secret })).toEqual(event);
      const legacy = createHmac("sha256", secret).update(Buffer.from(body)).digest("hex");
      expect(headers["x-cal-signature-256"]).toBe(legacy);
      expect(Object.keys(event)).toEqual(["triggerEvent", "createdAt", "payload"]);
      expect(headers["webhook-id"]).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    }
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("receives the events of a booking with a rising sequence and the changed fields", async () => {
    const receiver = await startReceiver();
    const { caller, call, book } = await makeSubscriber(receiver);
    const { id } = await book((await makeEventType(caller)).id, "2031-03-03T09:00:00Z");
    const later = { start: "2031-03-03T09:30:00Z", end: "2031-03-03T10:00:00Z", title: "Later" };
    await call("PATCH", `/bookings/${id}`, later);
    await call("DELETE", `/bookings/${id}/cancel`);
    await expectRequests(receiver, 3);
    const events = receiver.received
      .map(eventIn)
      .flatMap(({ triggerEvent, payload }) => ("sequence" in payload ? [{ triggerEvent, payload }] : []))
      .toSorted((one, other) => one.payload.sequence - other.payload.sequence);
    expect(events.map(({ triggerEvent, payload }) => [triggerEvent, payload.sequence])).toEqual([
      ["BOOKING_CREATED", 1],
      ["BOOKING_RESCHEDULED", 2],
      ["BOOKING_CANCELLED", 3],
    ]);
    const [created, moved] = events;
    expect(created?.payload.changed).toBeNull();
    expect(moved?.payload.changed).toEqual({
      title: { from: created?.payload.title, to: "Later" },
      startTime: { from: "2031-03-03T09:00:00.000Z", to: "2031-03-03T09:30:00.000Z" },
      endTime: { from: "2031-03-03T09:30:00.000Z", to: "2031-03-03T10:00:00.000Z" },
    });
  });

  it("gets signed events; the secret is returned once and stored nowhere in plain text", async () => {
    const receiver = await startReceiver();
    const { webhook, call, caller, book } = await makeSubscriber(receiver);
    const { id } = await book((await makeEventType(caller)).id, "2031-03-03T09:00:00Z");
    await expectRequests(receiver, 1);
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const key = webhook.secret.slice("whsec_".length);
    const forms = [
      key,
      Buffer.from(key, "base64").toString("hex"),
      Buffer.from(webhook.secret).toString("base64"),
    ];
    const responses = [
      await call("GET", `/webhooks/${webhook.id}`),
      await call("GET", "/webhooks"),
      await call("PATCH", `/webhooks/${webhook.id}`, { active: true }),
      await call("GET", `/bookings/${id}`),
    ];
    const { Items: items } = await tableClient().send(new ScanCommand({ TableName: tableName() }));
    expect(items?.length).toBeGreaterThan(5);
    const logs = ["webhooks.create", "webhooks.update", "events.fan-out", "events.deliver"].map((each) =>
      cloud().logs(each),
    );
    const stored = JSON.stringify([responses, items, logs]);
    expect(forms.filter((form) => stored.includes(form))).toEqual([]);
  });
});
