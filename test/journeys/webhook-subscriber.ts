import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import * as z from "zod";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import type { Received, Receiver } from "#test/support/network/receiver.ts";

/** The response to `POST /webhooks`. */
export const CreatedWebhook = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });
const CreatedBooking = z.object({ id: z.int(), uid: z.string() });

/** Creates a host with an event type, and a webhook that sends to a receiver: `BOOKING_CREATED` unless `fields` differ. */
export async function makeSubscriber(
  { baseUrl }: { baseUrl: string },
  receiver: Receiver,
  fields: Record<string, unknown> = {},
) {
  const { caller, key } = await makeUserWithKey();
  const eventType = await makeEventType(caller);
  const send = clientOf(baseUrl);
  /** Sends a request such as `GET /bookings` as the host, and returns the response body; requires status 200. */
  const call = async (request: string, body?: unknown, headers = {}): Promise<Record<string, unknown>> => {
    const [method = "", path = ""] = request.split(" ");
    const { status, text, json } = await send({ method, path, key, body, headers });
    expect(status, text).toBe(200);
    return json;
  };
  const requested = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"], ...fields };
  const { webhook } = CreatedWebhook.parse(await call("POST /webhooks", requested));
  const book = async (start: string, more: Record<string, unknown> = {}) =>
    CreatedBooking.parse(await call("POST /bookings", bookingRequest(eventType.id, { start, ...more })));
  return { caller, webhook, call, book };
}

/** Waits until a receiver has this number of requests. */
export const expectRequests = (receiver: Receiver, count: number): Promise<void> =>
  expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBe(count);

/** Requires that both signatures of a request are made with the secret. */
export function expectSigned({ body, headers }: Received, secret: string): void {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  // The library expects base64, a subscriber's own secret may be any text.
  const key = secret.startsWith("whsec_") ? secret : Buffer.from(secret).toString("base64");
  expect(new Webhook(key).verify(body, texts)).toEqual(JSON.parse(body));
  expect(headers["x-cal-signature-256"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
}

/**
 * Makes a breaker look as if it was released long ago and its timer was lost. A turn of the release may overwrite this, or delete the
 * breaker first.
 */
export async function backdateRelease(webhookId: string): Promise<void> {
  const longAgo = "2020-01-01T00:00:00.000Z";
  const set = { releasedAt: longAgo, wakesAt: longAgo, GSI1sk: `${longAgo}#${webhookId}` };
  await ignoreFailedCondition(writeOne(update(WebhookHealth, { webhookId }, { set, if: present("pk") })));
}
