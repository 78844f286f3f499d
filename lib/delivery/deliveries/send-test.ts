import { randomUUID } from "node:crypto";
import * as z from "zod";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { assignAttendeeIds, draftBooking } from "#lib/bookings/draft.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { payloadText } from "#lib/bookings/events/payload-text.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import type { Caller } from "#lib/caller.ts";
import type { StoredWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { Failure } from "#lib/failures.ts";
import type { UserSummary } from "#lib/identity/users/summary.ts";
import { expiryInDays, now, nowIso } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { entity, type Stored, Version } from "#lib/storage/table/entity.ts";
import { type Operation, put, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { DELIVERY_DAYS, type Delivery, DeliveryItem, deliveryId, dueIfLost, UNATTEMPTED } from "./entity.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage } from "./messages.ts";
import { renderDelivery, type WebhookDelivery } from "./schema.ts";

/** Request body of a test. */
export const WebhookTest = z.strictObject({
  triggerEvent: WebhookTrigger.describe(
    "Event type of the test; the webhook does not need to subscribe to it",
  ),
});
export type WebhookTest = z.output<typeof WebhookTest>;

/**
 * Sends a sample event to a webhook that the caller can access, even if it is disabled. It is delivered like any other event, with
 * template, signatures and retries.
 */
export async function testWebhook(
  caller: Caller,
  id: string,
  { triggerEvent }: WebhookTest,
): Promise<WebhookDelivery> {
  const { delivery, response } = await retryFailedCondition(async () => {
    const [webhook, tests] = await Promise.all([
      getWebhook(caller, id),
      findItem(WebhookTests, { webhookId: id }),
    ]);
    const testDelivery = newTestDelivery(webhook, triggerEvent);
    const operations = [put(DeliveryItem, testDelivery), countTest(id, tests)];
    return { delivery: testDelivery, response: await commitResult(renderDelivery(testDelivery), operations) };
  });
  await sendDeliveries([{ ...deliveryMessage(delivery), bypassBreaker: true }]);
  return response;
}

function newTestDelivery({ id: webhookId, userId, user }: StoredWebhook, trigger: WebhookTrigger): Delivery {
  const causedBy = invocationId();
  const createdAt = nowIso();
  const id = deliveryId(createdAt, `test ${randomUUID()}`);
  return {
    webhookId,
    createdAt,
    id,
    userId,
    teamId: null,
    trigger,
    event: null,
    payload: samplePayload(trigger, user),
    ...UNATTEMPTED,
    ...(causedBy !== undefined && { causedBy }),
    ttl: expiryInDays(DELIVERY_DAYS),
    ...dueIfLost(id),
  };
}

/** The payload of a sample event, as JSON text. */
export function samplePayload(trigger: WebhookTrigger, user: UserSummary): string {
  const isReconnected = trigger === "CALENDAR_RECONNECTED";
  if (trigger !== "CALENDAR_DISCONNECTED" && !isReconnected) {
    const booking = sampleBooking(trigger, user);
    return payloadText(bookingPayload(trigger, booking, { attendee: booking.attendees[0] }));
  }
  return JSON.stringify({
    ...{ calendarId: NO_ID, connectionId: NO_ID, userId: user.id, name: TITLE, type: "caldav" },
    ...{ account: "user (calendar.example.com)", lastCheckedAt: nowIso() },
    ...(isReconnected
      ? { status: "ok", error: null }
      : { status: "rejected", error: "calendar_credentials_rejected" }),
  });
}

const TITLE = "Test trigger event";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Id of sample items. No stored item has it. */
const NO_ID = 0;

/** Status of a booking after some events. After all others it is ACCEPTED. */
const STATUS: Partial<Record<WebhookTrigger, StoredBooking["status"]>> = {
  BOOKING_REQUESTED: "PENDING",
  BOOKING_PAYMENT_INITIATED: "PENDING",
  BOOKING_CANCELLED: "CANCELLED",
  BOOKING_REJECTED: "REJECTED",
};

/** A sample booking of a host, tomorrow at a full hour, with the status after an event. */
function sampleBooking(trigger: WebhookTrigger, host: UserSummary): StoredBooking {
  const eventType = {
    ...EventTypeCreate.parse({ title: TITLE, length: 30 }),
    slug: "test",
    id: NO_ID,
    userId: host.id,
    teamName: null,
    counters: null,
    version: 1,
  };
  const input = BookingCreate.parse({
    eventTypeId: NO_ID,
    start: new Date(Math.floor((now() + DAY) / HOUR) * HOUR).toISOString(),
    title: TITLE,
    responses: { name: "Test Attendee", email: "attendee@example.com" },
  });
  const booking = assignAttendeeIds(
    draftBooking({ eventType, host }, input, { id: NO_ID, apiHost: "example.com" }),
    [NO_ID],
  );
  return { ...booking, status: STATUS[trigger] ?? "ACCEPTED" };
}

/** Maximum tests of one webhook per minute. */
const MAX_TESTS = 10;
const WINDOW = 60_000;

/** Times of the latest tests of a webhook (milliseconds since 1970). */
export const WebhookTests = entity({
  name: "webhook-tests",
  key: { pk: "W#{webhookId}", sk: "TESTS" },
  versioned: true,
  schema: z.object({ webhookId: z.string(), times: z.array(z.int()), version: Version, ttl: z.int() }),
});

/**
 * The write that counts a test of a webhook, for the transaction that creates the delivery.
 *
 * @throws {Failure} `too_many_requests`, with `Retry-After`, after ten tests within a minute
 */
function countTest(webhookId: string, before: Stored<typeof WebhookTests> | undefined): Operation {
  const at = now();
  const recent = (before?.times ?? []).filter((time) => time > at - WINDOW);
  const oldest = recent[recent.length - MAX_TESTS];
  if (oldest !== undefined) throw tooManyTests(Math.ceil((oldest + WINDOW - at) / 1000));
  const tests = { webhookId, times: [...recent, at], version: 1, ttl: Math.ceil((at + WINDOW) / 1000) };
  return before ? replace(WebhookTests, before, tests) : put(WebhookTests, tests);
}

const tooManyTests = (seconds: number): Failure =>
  new Failure(
    "too_many_requests",
    `A webhook can be tested at most ${MAX_TESTS} times per minute. Try again in ${seconds} s.`,
    {
      headers: { "Retry-After": String(seconds) },
    },
  );
