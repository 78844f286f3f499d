import { compileFilters, type FilterPattern } from "@almanac/local-cloud";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Registry } from "#infra/registry.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import type { CheckMessage } from "#lib/calendar/external/check-message.ts";
import type { Caller } from "#lib/caller.ts";
import type { CalendarWriteMessage } from "#lib/delivery/calendars/messages.ts";
import { newDelivery } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { type DeliveryMessage, deliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import type { ConsumerSpec, EndpointSpec, QueueSource } from "#lib/entry/http/spec.ts";
import type { EmailMessage } from "#lib/mail/emails/messages.ts";
import { EventItem, EventMessage, isPublicEvent, type PublicEvent } from "#lib/storage/outbox/entity.ts";
import { type Entity, keyAttributes, type Stored } from "#lib/storage/table/entity.ts";
import { ID_KINDS, takeIds } from "#lib/storage/table/ids.ts";
import { queryAll, queryOnce } from "#lib/storage/table/query.ts";
import type { Timer } from "#lib/workers/run-timer.ts";
import { exampleOf } from "#test/contract/examples.ts";
import {
  book,
  bookingRequest,
  makeEventType,
  makeKey,
  makeUserWithKey,
} from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { authorizerEvent, gatewayEvent } from "#test/support/calls/gateway-event.ts";

/** Bookings of the host whose lists are read. */
export const LISTED = 100;

const RATE = { limit: 600, remaining: 599, resetSeconds: 1 };

/** The first event of each function, by its id, on a table filled for it. Webhooks are sent to `subscriberUrl`. */
export async function firstEvents(registry: Registry, subscriberUrl: string): Promise<Map<string, unknown>> {
  // Responses of the counters are replayed: the last id that they return must be higher than any block that a function leases later.
  await Promise.all(ID_KINDS.map((kind) => takeIds(kind, 1_000)));
  const { caller: host } = await makeUserWithKey();
  const webhook = await makeWebhook(host, { subscriberUrl });
  await bookMany(host);
  const [fresh, fannedOut] = (await queryAll(EventItem, { userId: host.userId })).filter(isPublicEvent);
  if (!fresh || !fannedOut) throw new Error("The bookings have no events.");
  await fanOutEvents([fannedOut]);
  const input = await consumerInput(host, fresh, firstAttempt(fannedOut, webhook));
  const events = new Map<string, unknown>();
  for (const { spec } of registry.endpoints) events.set(spec.id, await endpointEvent(spec, host));
  for (const { spec } of registry.consumers) events.set(spec.id, consumerEvent(spec, input));
  const { key } = await makeKey(host);
  const credential = `Bearer ${key}`;
  events.set(registry.authorizer.spec.id, authorizerEvent({ headers: { Authorization: [credential] } }));
  events.set("agents.mcp", await agentEvent(host));
  events.set(registry.fallback.spec.id, gatewayEvent("PUT /bookings"));
  return events;
}

async function bookMany(host: Caller): Promise<void> {
  const eventType = await makeEventType(host);
  for (let at = 0; at < LISTED; at += 1)
    await book(host, eventType, { start: new Date(Date.UTC(2030, 0, 1, at)).toISOString() });
}

/** A booking by an agent. */
async function agentEvent(host: Caller): Promise<unknown> {
  const { id } = await makeEventType(host);
  const call = { name: "create_booking", arguments: bookingRequest(id, { start: "2031-01-01T00:00:00Z" }) };
  return gatewayEvent("POST /mcp", {
    ...{ caller: host, rate: RATE },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
  });
}

async function endpointEvent(spec: EndpointSpec, caller: Caller): Promise<unknown> {
  const { path, query, body } = exampleOf(spec);
  const [made, parameters = {}] = [await path?.(caller), await query?.(caller)];
  const sent = Object.entries({ ...parameters, ...(spec.streams && { take: LISTED }) });
  return gatewayEvent(spec.route, {
    caller,
    rate: RATE,
    ...(made && { path: made }),
    query: Object.fromEntries(sent.map(([name, value]) => [name, [String(value)]])),
    ...(body && { body: await body(caller) }),
  });
}

const firstAttempt = (
  event: PublicEvent,
  { id: webhookId, userId }: { id: string; userId: number },
): DeliveryMessage => deliveryMessage(newDelivery(event, { webhookId, userId }));

/** The input of consumers: stream records and messages of the queues. */
interface ConsumerInput {
  records: readonly object[];
  messages: Record<QueueSource["queue"], object>;
}

async function consumerInput(
  host: Caller,
  event: PublicEvent,
  delivery: DeliveryMessage,
): Promise<ConsumerInput> {
  const [booking] = await queryOnce(BookingItem, { userId: host.userId }, { limit: 1 });
  if (!booking) throw new Error("The host has no booking.");
  const payment = { externalId: "bench", bookingId: booking.id, amount: 100, currency: "USD" };
  const emailKey = { userId: host.userId, bookingId: booking.id, eventId: event.id, person: "bench" };
  return {
    // A sampled booking has such a uid.
    records: [inserted(EventItem, event), inserted(BookingItem, { ...booking, uid: `A${booking.uid}` })],
    messages: {
      events: EventMessage.parse(event),
      deliveries: delivery,
      timers: { timer: "attempt", message: delivery } satisfies Timer,
      calendarWrites: { userId: host.userId, bookingId: booking.id } satisfies CalendarWriteMessage,
      calendars: { userId: host.userId, calendarId: 0 } satisfies CheckMessage,
      mails: { ...emailKey, attemptCount: 0 } satisfies EmailMessage,
      mailFeedback: {
        ...{ type: "Email Delivered", messageId: "bench" },
        tags: Object.fromEntries(
          Object.entries({ ...emailKey, resends: 0 }).map(([name, value]) => [name, [String(value)]]),
        ),
      },
      payments: { ...payment, success: true, occurredAt: booking.createdAt },
    },
  };
}

function inserted<E extends Entity>(entity: E, item: Stored<E>): object {
  const keys = keyAttributes(entity, item);
  const { pk = "", sk = "" } = keys;
  const Keys = marshall({ pk, sk });
  return {
    eventName: "INSERT",
    dynamodb: { Keys, NewImage: marshall({ ...keys, ...item }), SequenceNumber: "1" },
  };
}

function consumerEvent({ id, source }: ConsumerSpec, { records, messages }: ConsumerInput): unknown {
  if ("schedule" in source) return { source: "aws.events" };
  if ("queue" in source) return queueEvent(messages[source.queue]);
  const record = records.find(compileFilters(source.filters as FilterPattern[]));
  if (!record) throw new Error(`no record passes the filters of ${id}`);
  return { Records: [record] };
}

const queueEvent = (body: object): unknown => ({
  Records: [{ messageId: "1", body: JSON.stringify(body), attributes: { ApproximateReceiveCount: "1" } }],
});
