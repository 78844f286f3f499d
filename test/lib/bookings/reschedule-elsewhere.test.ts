import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { expect, it } from "vitest";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { requestEvents } from "#test/support/calls/list-events.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

const { clock, takeMessages } = useDeliveries(new ManualClock(Date.now()));

const at = (time: string) => `2040-03-04T${time}:00.000Z`;
const RESCHEDULED = ["BOOKING_RESCHEDULED"];

/** Creates a webhook for reschedules and returns its id. */
async function subscribe(caller: Caller, target: Record<string, unknown> = {}): Promise<string> {
  const { url } = await startReceiver();
  const webhook = await makeWebhook(caller, { subscriberUrl: url, eventTriggers: RESCHEDULED, ...target });
  return webhook.id;
}

/** Delivers all events of some hosts. */
async function deliverAll(...hosts: Caller[]): Promise<void> {
  const events = await Promise.all(hosts.map(({ userId }) => queryAll(EventItem, { userId })));
  await fanOutEvents(events.flat());
  for (const message of await takeMessages()) await deliverWebhook(message);
}

/** Lists the statuses of a webhook's deliveries. */
async function listDeliveryStatuses(webhookId: string): Promise<string[]> {
  return (await queryAll(DeliveryItem, { webhookId })).map(({ status }) => status);
}

async function listRescheduleEvents(caller: Caller) {
  clock.advance(60);
  const { events } = await requestEvents(caller);
  return events.filter(({ triggerEvent }) => triggerEvent === "BOOKING_RESCHEDULED");
}

async function move(caller: Caller, from: EventType, to: EventType) {
  const original = await book(caller, from, { start: at("09:00") });
  const booking = await reschedule(caller, to, { start: at("11:00"), rescheduleUid: original.uid });
  return { original, booking };
}

it("a reschedule to another host reaches the webhooks and the event list of both hosts, each once", async () => {
  const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
  const [from, to] = [await makeEventType(host), await makeEventType(other, { bookableBy: "anyone" })];
  const webhooks = [
    await subscribe(host),
    await subscribe(host, { eventTypeId: from.id }),
    await subscribe(other),
    await subscribe(other, { eventTypeId: to.id }),
    await subscribe(admin, { platform: true }),
  ];
  const { original, booking } = await move(host, from, to);
  await deliverAll(host, other);
  for (const id of webhooks) expect(await listDeliveryStatuses(id)).toEqual(["delivered"]);
  const [ofHost, ofOther] = [await listRescheduleEvents(host), await listRescheduleEvents(other)];
  const payload = { uid: booking.uid, rescheduleUid: original.uid, organizer: { id: other.userId } };
  expect(ofHost).toMatchObject([{ bookingId: original.id, sequence: 2, payload }]);
  expect(ofOther).toMatchObject([{ bookingId: booking.id, sequence: 1, payload }]);
});

it("a reschedule to another event type of the host reaches the webhooks of both event types, and the host's once", async () => {
  const host = await makeHost();
  const [from, to] = [await makeEventType(host), await makeEventType(host)];
  const webhooks = [
    await subscribe(host),
    await subscribe(host, { eventTypeId: from.id }),
    await subscribe(host, { eventTypeId: to.id }),
  ];
  const { booking } = await move(host, from, to);
  await deliverAll(host);
  for (const id of webhooks) expect(await listDeliveryStatuses(id)).toEqual(["delivered"]);
  expect(await listRescheduleEvents(host)).toMatchObject([{ bookingId: booking.id }]);
});

it("a reschedule to another team's event type reaches the webhooks of both teams", async () => {
  const host = await makeHost();
  const [former, later] = [await makeTeam(), await makeTeam()];
  for (const team of [former, later]) await addMember(team, host, { role: "OWNER" });
  const from = await makeEventType(host, { teamId: former.id });
  const to = await makeEventType(host, { teamId: later.id });
  const webhooks = [
    await subscribe(host, { teamId: former.id }),
    await subscribe(host, { teamId: later.id }),
  ];
  await move(host, from, to);
  await deliverAll(host);
  for (const id of webhooks) expect(await listDeliveryStatuses(id)).toEqual(["delivered"]);
});

it("a reschedule within one event type is one event", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const webhook = await subscribe(host, { eventTypeId: eventType.id });
  const { original } = await move(host, eventType, eventType);
  await deliverAll(host);
  expect(await listDeliveryStatuses(webhook)).toEqual(["delivered"]);
  const events = await queryAll(EventItem, { userId: host.userId });
  expect(events.map(({ bookingId, trigger }) => [bookingId === original.id, trigger])).toEqual([
    [true, "BOOKING_CREATED"],
    [false, "BOOKING_RESCHEDULED"],
  ]);
});
