import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { EventItem, eventKey } from "#lib/events/entity.ts";
import { update } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { webhookTimer } from "#lib/webhooks/deliveries/messages.ts";
import {
  deniedCalls,
  permissionTable,
  strayFailures,
  unusedPermissions,
} from "#test/contract/permissions.ts";
import { book, bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { pointerTo, violations } from "#test/support/documents/api-document.ts";
import { type Received, type Receiver, startReceiver } from "#test/support/network/receiver.ts";

const cloud = useCloud();
const consumers = (await loadRegistry()).consumers.filter(({ spec }) => spec.id.startsWith("events."));

const Registered = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });
const Created = z.object({ id: z.int(), uid: z.string() });
const Event = z.object({
  triggerEvent: z.string(),
  createdAt: z.iso.datetime(),
  payload: z.looseObject({ uid: z.string(), status: z.string(), sequence: z.int() }),
});
/** The event in a delivery, which is as the document declares it. */
function eventIn({ body }: Received): z.output<typeof Event> {
  const sent: unknown = JSON.parse(body);
  const event = Event.parse(sent);
  const declared = ["post", "requestBody", "content", "application/json", "schema"];
  expect(violations(pointerTo("webhooks", event.triggerEvent, ...declared), sent)).toEqual([]);
  return event;
}

/** A host with an event type and a webhook that a receiver listens at. */
async function makeSubscriber(receiver: Receiver, more: Record<string, unknown> = {}) {
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller);
  const send = clientOf(cloud().baseUrl);
  const call = async (ask: Omit<ApiRequest, "key">): Promise<Record<string, unknown>> => {
    const { status, text, json } = await send({ ...ask, key });
    expect(status, text).toBe(200);
    return json;
  };
  const eventTriggers = ["BOOKING_CREATED", "BOOKING_CANCELLED"];
  const body = { subscriberUrl: receiver.url, eventTriggers, ...more };
  const { webhook } = Registered.parse(await call({ method: "POST", path: "/webhooks", body }));
  const book = async (start: string) =>
    Created.parse(
      await call({ method: "POST", path: "/bookings", body: bookingRequest(eventTypeId, { start }) }),
    );
  return { webhook, call, book };
}

const arrivals = (receiver: Receiver, count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBe(count);

/** Fails unless both signatures are the secret's. */
function expectSigned({ body, headers }: Received, secret: string): void {
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  // The library takes base64; a subscriber's own text is used as it is.
  const key = secret.startsWith("whsec_") ? secret : Buffer.from(secret).toString("base64");
  expect(new Webhook(key).verify(body, signed)).toEqual(JSON.parse(body));
  expect(headers["x-cal-signature-256"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
}

describe("a webhook", () => {
  it("is told of a booking and of its cancellation, signed in both ways", async () => {
    const receiver = await startReceiver();
    const { webhook, book, call } = await makeSubscriber(receiver);
    const booking = await book("2031-03-03T09:00:00Z");
    await arrivals(receiver, 1);
    await call({ method: "DELETE", path: `/bookings/${booking.id}/cancel?cancellationReason=ill` });
    await arrivals(receiver, 2);
    const events = receiver.received.map(eventIn);
    expect(events).toEqual([
      expect.objectContaining({
        triggerEvent: "BOOKING_CREATED",
        payload: expect.objectContaining({ uid: booking.uid, status: "ACCEPTED", sequence: 1 }),
      }),
      expect.objectContaining({
        triggerEvent: "BOOKING_CANCELLED",
        payload: expect.objectContaining({
          uid: booking.uid,
          status: "CANCELLED",
          sequence: 2,
          cancellationReason: "ill",
        }),
      }),
    ]);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  it("may have a secret of its subscriber's own", async () => {
    const receiver = await startReceiver();
    const { webhook, book } = await makeSubscriber(receiver, { secret: "our own secret, é" });
    expect(webhook.secret).toBe("our own secret, é");
    await book("2031-03-03T09:00:00Z");
    await arrivals(receiver, 1);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
  });

  it("is tried again after about five seconds, with the same id and the same bytes", async () => {
    let isDown = true;
    const receiver = await startReceiver((response) => {
      response.statusCode = isDown ? 500 : 200;
      isDown = false;
      response.end();
    });
    const { webhook, book } = await makeSubscriber(receiver);
    await book("2031-03-03T09:00:00Z");
    await arrivals(receiver, 2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
  });

  it("is switched off when its subscriber is gone, and says so", async () => {
    const receiver = await startReceiver((response) => {
      response.statusCode = 410;
      response.end();
    });
    const { webhook, book, call } = await makeSubscriber(receiver);
    await book("2031-03-03T09:00:00Z");
    const shown = async () => (await call({ method: "GET", path: `/webhooks/${webhook.id}` }))["webhook"];
    await expect
      .poll(shown, { timeout: 60_000, interval: 50 })
      .toMatchObject({ active: false, disabledReason: expect.stringContaining("410") });
  });

  it("hears nothing of other hosts' bookings, of other triggers and while it is switched off", async () => {
    const [receiver, witness] = [await startReceiver(), await startReceiver()];
    const listening = await makeSubscriber(receiver, { eventTriggers: ["BOOKING_CANCELLED"] });
    const other = await makeSubscriber(witness);
    await listening.book("2031-03-03T09:00:00Z");
    const { id } = await listening.book("2031-03-03T10:00:00Z");
    const path = `/webhooks/${listening.webhook.id}`;
    await listening.call({ method: "PATCH", path, body: { active: false } });
    await listening.call({ method: "DELETE", path: `/bookings/${id}/cancel` });
    await other.book("2031-03-03T09:00:00Z");
    await arrivals(witness, 1);
    expect(receiver.received).toEqual([]);
  });
});

describe("an event that the stream left behind", () => {
  it("is published by the sweep, and delivered late rather than lost", async () => {
    const [receiver, { caller, key }] = [await startReceiver(), await makeUserWithKey()];
    const { uid } = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
    // Until the stream has published the event, it may undo what the next write sets.
    const eventsOfHost = () => queryAll(EventItem, { userId: caller.userId });
    await expect
      .poll(async () => (await eventsOfHost())[0]?.unpublished, { timeout: 60_000 })
      .toBeUndefined();
    const [event] = await eventsOfHost();
    if (!event) throw new Error("a booking without its event");
    const body = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"] };
    await clientOf(cloud().baseUrl)({ method: "POST", path: "/webhooks", key, body });
    const shard = { unpublished: 0, GSI1pk: "UNPUBLISHED#0", GSI1sk: `2020-01-01T00:00:00.000Z#${event.id}` };
    const auditEntries = [
      { resource: "booking", resourceId: String(event.bookingId), changes: [], credentialId: "" },
    ];
    await writeOne(update(EventItem, eventKey(event), { set: { ...shard, auditEntries } }));
    await cloud().runSchedules();
    await arrivals(receiver, 1);
    expect(receiver.received.map((one) => eventIn(one).payload.uid)).toEqual([uid]);
  });
});

describe("a meeting that was booked before its webhook", () => {
  it("tells that it begins, and that it ends, with its booking also at the top level", async () => {
    const [receiver, { caller, key }] = [await startReceiver(), await makeUserWithKey()];
    const soon = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
    const { id, uid, startTime } = await book(caller, await makeEventType(caller), { start: soon(1) });
    const send = clientOf(cloud().baseUrl);
    const body = { subscriberUrl: receiver.url, eventTriggers: ["MEETING_STARTED", "MEETING_ENDED"] };
    const { webhook } = Registered.parse((await send({ method: "POST", path: "/webhooks", key, body })).json);
    await cloud().runSchedules();
    await arrivals(receiver, 1);
    await send({ method: "PATCH", path: `/bookings/${id}`, key, body: { end: soon(1) } });
    await cloud().runSchedules();
    await arrivals(receiver, 2);
    const bodies = receiver.received.map((one) => JSON.parse(one.body));
    expect(bodies).toMatchObject([
      { triggerEvent: "MEETING_STARTED", payload: { uid, sequence: 2 }, uid, startTime },
      { triggerEvent: "MEETING_ENDED", payload: { uid, sequence: 4 }, uid, startTime },
    ]);
    for (const { createdAt, triggerEvent, startTime: start, endTime: end } of bodies)
      expect(createdAt >= (triggerEvent === "MEETING_STARTED" ? start : end)).toBe(true);
    for (const received of receiver.received) {
      eventIn(received);
      expectSigned(received, webhook.secret);
    }
  });
});

describe("a subscriber that is down", () => {
  it("is left alone, probed, and told everything once it is back", async () => {
    let isDown = true;
    const receiver = await startReceiver((response) => {
      response.statusCode = isDown ? 500 : 200;
      response.end();
    });
    const { webhook, book, call } = await makeSubscriber(receiver);
    const webhookId = webhook.id;
    const state = async () => (await getItem(WebhookHealth, { webhookId }))?.state;
    const ends = async () => (await queryAll(DeliveryItem, { webhookId })).map(({ status }) => status);
    for (let hour = 0; hour < 10; hour += 1) await book(`2031-03-03T${10 + hour}:00:00Z`);
    await expect.poll(state, { timeout: 60_000 }).toBe("open");
    for (let hour = 0; hour < 3; hour += 1) await book(`2031-03-04T${10 + hour}:00:00Z`);
    await expect
      .poll(async () => (await queryAll(DeliveryItem, { webhookId })).filter(({ due }) => due).length, {
        timeout: 60_000,
      })
      .toBeGreaterThanOrEqual(3);
    isDown = false;
    // Its first probe is half a minute away.
    await setTimers([webhookTimer({ timer: "probe", webhookId, probe: 0 }, new Date().toISOString())]);
    await expect.poll(ends, { timeout: 60_000 }).toEqual(Array(13).fill("delivered"));
    expect(await state()).toBe("releasing");
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await call({ method: "POST", path: `/webhooks/${webhookId}/recover`, body: { since } });
    await lookReleased(webhookId);
    await cloud().runSchedules();
    await expect.poll(state, { timeout: 60_000 }).toBeUndefined();
  });
});

/** Makes a breaker look as it does a minute after it was released, when its timer was lost. */
async function lookReleased(webhookId: string): Promise<void> {
  const longAgo = "2020-01-01T00:00:00.000Z";
  const set = { releasedAt: longAgo, wakesAt: longAgo, GSI1sk: `${longAgo}#${webhookId}` };
  await writeOne(update(WebhookHealth, { webhookId }, { set }));
}

describe("the functions behind webhooks", () => {
  it("call what they are granted, all of it and nothing else", async () => {
    await cloud().runSchedules();
    const usage = cloud().usage();
    expect(consumers.flatMap(({ spec }) => deniedCalls(usage, spec.id))).toEqual([]);
    const unused = consumers.map(({ spec }): [string, string[]] => [spec.id, unusedPermissions(usage, spec)]);
    const message = "drop these permissions, or use them in one of these journeys";
    console.log(
      permissionTable(
        usage,
        consumers.map(({ spec }) => spec),
      ),
    );
    expect(Object.fromEntries(unused.filter(([, permissions]) => permissions.length > 0)), message).toEqual(
      {},
    );
  });

  it.each(consumers.map(({ spec }) => spec.id))("never crash: %s", (id) => {
    expect(strayFailures(cloud().logs(id))).toEqual([]);
  });
});
