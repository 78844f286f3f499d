import { readAssembly, readBlueprint, traceInvocation } from "@almanac/local-cloud";
import { describe, expect, it } from "vitest";
import { readFunctionIds } from "#infra/local/function-ids.ts";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { loadRegistry } from "#infra/registry.ts";
import { PAUSE } from "#lib/calendar/external/check-message.ts";
import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { CalendarItem, CalendarsOfUser } from "#lib/calendar/external/entity.ts";
import type { ProjectionTimer } from "#lib/calendar/external/projection-timer.ts";
import { checkTimer } from "#lib/calendar/external/send-checks.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { webhookTimer } from "#lib/delivery/deliveries/messages.ts";
import { EventItem, eventKey } from "#lib/storage/outbox/entity.ts";
import { replace, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import type { SweepTimer } from "#lib/workers/sweep.ts";
import {
  deniedCalls,
  permissionTable,
  undeclaredFailures,
  unusedPermissions,
} from "#test/contract/permissions.ts";
import { calendarOf } from "#test/lib/calendar/external/calendars.ts";
import { putBusy } from "#test/lib/calendar/external/put-busy.ts";
import { moveStartToNow } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { connect } from "#test/support/builders/calendars.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import {
  backdateRelease,
  CreatedWebhook,
  expectRequests,
  expectSigned,
  makeSubscriber,
} from "./webhook-subscriber.ts";
import { expectWrittenBooking } from "./written-booking.ts";

const cloud = useSharedCloud();
const consumers = (await loadRegistry()).consumers.filter(({ spec }) => spec.id.startsWith("events."));
const PATIENCE = { timeout: 60_000, interval: 50 };
const BOOKED_AND_CANCELLED = { eventTriggers: ["BOOKING_CREATED", "BOOKING_CANCELLED"] };

describe("a webhook", () => {
  it("receives the events of a booking and of its cancellation, with both signatures", async () => {
    const receiver = await startReceiver();
    const { webhook, book, call } = await makeSubscriber(cloud(), receiver, BOOKED_AND_CANCELLED);
    const booking = await book("2031-03-03T09:00:00Z");
    await expectRequests(receiver, 1);
    await call(`DELETE /bookings/${booking.id}/cancel?cancellationReason=ill`);
    await expectRequests(receiver, 2);
    const { uid } = booking;
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { triggerEvent: "BOOKING_CREATED", payload: { uid, status: "ACCEPTED", sequence: 1 } },
      {
        triggerEvent: "BOOKING_CANCELLED",
        payload: { uid, status: "CANCELLED", sequence: 2, cancellationReason: "ill" },
      },
    ]);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  it("can use a secret that its subscriber chose", async () => {
    const receiver = await startReceiver();
    const { webhook, book } = await makeSubscriber(cloud(), receiver, { secret: "our own secret, é" });
    expect(webhook.secret).toBe("our own secret, é");
    await book("2031-03-03T09:00:00Z");
    await expectRequests(receiver, 1);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
  });

  it("is retried after about five seconds, with the same id and the same bytes", async () => {
    const statuses = [500];
    const receiver = await startReceiver((response) => response.writeHead(statuses.pop() ?? 200).end());
    const { webhook, book } = await makeSubscriber(cloud(), receiver);
    await book("2031-03-03T09:00:00Z");
    await expectRequests(receiver, 2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
  });

  it("is disabled when its subscriber responds with 410, and shows the reason", async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const { webhook, book, call } = await makeSubscriber(cloud(), receiver);
    await book("2031-03-03T09:00:00Z");
    const read = async () => (await call(`GET /webhooks/${webhook.id}`))["webhook"];
    await expect
      .poll(read, PATIENCE)
      .toMatchObject({ active: false, disabledReason: expect.stringContaining("410") });
  });

  it("receives no events of other hosts, of other triggers or while it is inactive", async () => {
    const [receiver, otherReceiver] = [await startReceiver(), await startReceiver()];
    const fields = { eventTriggers: ["BOOKING_CANCELLED"] };
    const { webhook, book, call } = await makeSubscriber(cloud(), receiver, fields);
    const other = await makeSubscriber(cloud(), otherReceiver);
    await book("2031-03-03T09:00:00Z");
    const { id } = await book("2031-03-03T10:00:00Z");
    await call(`PATCH /webhooks/${webhook.id}`, { active: false });
    await call(`DELETE /bookings/${id}/cancel`);
    await other.book("2031-03-03T09:00:00Z");
    await expectRequests(otherReceiver, 1);
    expect(receiver.received).toEqual([]);
  });
});

describe("an event that the stream did not publish", () => {
  /** Creates a subscriber of an event, and makes the event one that the stream missed. */
  async function missEvent() {
    const [receiver, { caller, key }] = [await startReceiver(), await makeUserWithKey()];
    const { uid } = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
    // Until the stream has published the event, it may undo what the update sets.
    const listEvents = () => queryAll(EventItem, { userId: caller.userId });
    await expect.poll(async () => (await listEvents())[0]?.unpublished, PATIENCE).toBeUndefined();
    const [event] = await listEvents();
    if (!event) throw new Error("The booking has no event.");
    const body = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"] };
    await clientOf(cloud().baseUrl)({ method: "POST", path: "/webhooks", key, body });
    const shard = { unpublished: 0, GSI1pk: "UNPUBLISHED#0", GSI1sk: `2020-01-01T00:00:00.000Z#${event.id}` };
    const auditEntries = [
      { resource: "booking", resourceId: String(event.bookingId), changes: [], credentialId: "" },
    ];
    await writeOne(update(EventItem, eventKey(event), { set: { ...shard, auditEntries } }));
    return { receiver, uid };
  }

  it("is published by the sweep", async () => {
    const { receiver, uid } = await missEvent();
    await cloud().runSchedules();
    await expectRequests(receiver, 1);
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([{ payload: { uid } }]);
  });

  it("is published by a message that continues a sweep", async () => {
    const { receiver } = await missEvent();
    const [at, endsAt] = [new Date().toISOString(), "2099-01-01T00:00:00.000Z"];
    const timer: SweepTimer = { timer: "sweep", kind: "events", shard: 0, until: at, after: "", endsAt };
    await setTimers([{ timer, group: "sweep", at }]);
    await expectRequests(receiver, 1);
  });
});

describe("a meeting that was booked before its webhook", () => {
  it("a meeting that was booked before its webhook sends events of its start and end, with the booking also at the top level", async () => {
    const [receiver, { caller, key }] = [await startReceiver(), await makeUserWithKey()];
    const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
    const { id, uid } = await book(caller, await makeEventType(caller), { start: inSeconds(3_600) });
    const send = clientOf(cloud().baseUrl);
    const body = { subscriberUrl: receiver.url, eventTriggers: ["MEETING_STARTED", "MEETING_ENDED"] };
    const created = await send({ method: "POST", path: "/webhooks", key, body });
    const { webhook } = CreatedWebhook.parse(created.json);
    const startTime = await moveStartToNow(caller, id);
    await cloud().runSchedules();
    await expectRequests(receiver, 1);
    await send({ method: "PATCH", path: `/bookings/${id}`, key, body: { end: inSeconds(1) } });
    await cloud().runSchedules();
    await expectRequests(receiver, 2);
    const events = receiver.received.map((one) => JSON.parse(one.body));
    expect(events).toMatchObject([
      { triggerEvent: "MEETING_STARTED", payload: { uid, sequence: 3 }, uid, startTime },
      { triggerEvent: "MEETING_ENDED", payload: { uid, sequence: 5 }, uid, startTime },
    ]);
    for (const { createdAt, triggerEvent, startTime: start, endTime: end } of events)
      expect(createdAt >= (triggerEvent === "MEETING_STARTED" ? start : end)).toBe(true);
    for (const received of receiver.received) expectSigned(received, webhook.secret);
  });
});

describe("a subscriber that is down", () => {
  it("a subscriber that is down opens the breaker, is probed, and receives all events once it is up again", async () => {
    let isDown = true;
    const receiver = await startReceiver((response) => response.writeHead(isDown ? 500 : 200).end());
    const { webhook, book, call } = await makeSubscriber(cloud(), receiver);
    const webhookId = webhook.id;
    const health = () => findItem(WebhookHealth, { webhookId });
    const state = async () => (await health())?.state;
    const deliveries = () => queryAll(DeliveryItem, { webhookId });
    const statuses = async () => (await deliveries()).map((each) => each.status);
    for (let hour = 0; hour < 10; hour += 1) await book(`2031-03-03T${10 + hour}:00:00Z`);
    await expect.poll(state, PATIENCE).toBe("open");
    for (let hour = 0; hour < 3; hour += 1) await book(`2031-03-04T${10 + hour}:00:00Z`);
    const waiting = async () => (await deliveries()).filter(({ due }) => due).length;
    await expect.poll(waiting, PATIENCE).toBeGreaterThanOrEqual(3);
    isDown = false;
    // The next probe is half a minute away.
    const probe = (await health())?.probes ?? 0;
    await setTimers([webhookTimer({ timer: "probe", webhookId, probe }, new Date().toISOString())]);
    await expect.poll(waiting, PATIENCE).toBe(0);
    // Also sends those that failed twice before the breaker opened, which are retried in five minutes.
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await call(`POST /webhooks/${webhookId}/recover`, { since });
    await expect.poll(statuses, PATIENCE).toEqual(Array(13).fill("delivered"));
    const closeBreaker = async () => {
      await backdateRelease(webhookId);
      await cloud().runSchedules();
      return state();
    };
    await expect.poll(closeBreaker, { timeout: 60_000, interval: 500 }).toBeUndefined();
  });
});

describe("a breaker that has been open for an hour", () => {
  it("a breaker that has been open for an hour is still probed: Lambda does not stop the loop of timers and probes", async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { webhook, book } = await makeSubscriber(cloud(), receiver);
    const webhookId = webhook.id;
    const health = () => findItem(WebhookHealth, { webhookId });
    for (let hour = 0; hour < 10; hour += 1) await book(`2031-03-03T${10 + hour}:00:00Z`);
    await expect.poll(async () => (await health())?.state, PATIENCE).toBe("open");
    await book("2031-03-04T10:00:00Z");
    const waiting = async () => (await queryAll(DeliveryItem, { webhookId })).some(({ due }) => due);
    await expect.poll(waiting, PATIENCE).toBe(true);
    const probe = (await health())?.probes ?? 0;
    const { functions } = readBlueprint(await readAssembly(await getCurrentAssembly()), {
      aws: "",
      functionIds: readFunctionIds(),
    });
    const loop = functions.filter(({ id }) => id === "events.wake" || id === "events.deliver");
    const laps = Array.from({ length: 20 }, () => loop).flat();
    const trace = laps.reduce((header, { name }) => traceInvocation(name, [header]).header, "");
    cloud().queues.send(cloud().outputs.TimersQueueUrl.split("/").at(-1) ?? "", {
      body: JSON.stringify({ timer: "probe", webhookId, probe }),
      systemAttributes: { AWSTraceHeader: { DataType: "String", StringValue: trace } },
    });
    // The timer of the breaker itself is later.
    await expect
      .poll(async () => (await health())?.probes, { timeout: 15_000, interval: 50 })
      .toBe(probe + 1);
  });
});

describe("busy times that were stored, but not written to the claim rows", () => {
  it("are written by a timer", async () => {
    const { caller } = await makeUserWithKey();
    const { userId } = caller;
    const { calendars } = await connectCalendars(caller, { type: "pushed", name: "Work" }, "example.com");
    const [from, to] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const range = { from: from ?? "", to: to ?? "" };
    const busy = [{ start: range.from, end: range.to }];
    await stopAfterWrites(1, () => putBusy(caller, calendars[0]?.id ?? 0, { ...range, busy }));
    const isProjected = async () => {
      const state = await findItem(CalendarsOfUser, { userId });
      return state?.revision === state?.projected;
    };
    expect(await isProjected()).toBe(false);
    const timer: ProjectionTimer = { timer: "projection", userId };
    await setTimers([{ timer, group: "projection", at: new Date().toISOString() }]);
    await expect.poll(isProjected, PATIENCE).toBe(true);
  });
});

it("a booking is written to its host's calendar by the same chain", async () => {
  await expectWrittenBooking();
});

it("checks of calendars are sent by the sweep, and by a timer", async () => {
  const { caller } = await makeUserWithKey();
  const { url, received } = await startCalendarStub(calendarOf());
  const { calendarId } = await connect(caller, { type: "ics", url: `${url}/feed.ics` });
  const key = { userId: caller.userId, id: calendarId };
  const findCalendar = async () => {
    const calendar = await findItem(CalendarItem, key);
    if (!calendar) throw new Error("The calendar is missing.");
    return calendar;
  };
  const makeDue = async () => {
    const nextCheckAt = new Date(Date.now() - 1_000).toISOString();
    const calendar = await findCalendar();
    await writeOne(replace(CalendarItem, calendar, { ...calendar, nextCheckAt }));
  };
  /** A check ends when it has set the time of the next one. */
  const isChecked = async () => Date.parse((await findCalendar()).nextCheckAt ?? "") > Date.now();
  await makeDue();
  await cloud().runSchedules();
  await expect.poll(() => received.length, PATIENCE).toBe(2);
  await expect.poll(isChecked, PATIENCE).toBe(true);
  await makeDue();
  await new Promise((resolve) => setTimeout(resolve, PAUSE - (Date.now() % PAUSE)));
  await setTimers([checkTimer({ userId: caller.userId, calendarId }, new Date().toISOString())]);
  await expect.poll(() => received.length, PATIENCE).toBe(3);
});

/** Permissions that are used only if the service sends mails: `mails.test.ts` does. */
const FOR_MAILS = ["events.fan-out table:GetItem", "events.fan-out table:Query"];

describe("the functions that send webhooks", () => {
  it("use all their permissions and are denied nothing", async () => {
    await cloud().runSchedules();
    const usage = cloud().usage();
    expect(consumers.flatMap(({ spec }) => deniedCalls(usage, spec.id))).toEqual([]);
    const specs = consumers.map(({ spec }) => spec);
    console.log(permissionTable(usage, specs));
    expect(
      specs.flatMap((spec) => unusedPermissions(usage, spec).map((permission) => `${spec.id} ${permission}`)),
      "remove their unused permissions, or use them in one of these journeys",
    ).toEqual(FOR_MAILS);
  });

  it.each(consumers.map(({ spec }) => spec.id))("do not crash: %s", (id) => {
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  });
});
