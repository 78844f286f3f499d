import { createHash } from "node:crypto";
import * as z from "zod";
import type { EventItem } from "#lib/events/entity.ts";
import { EventKey, eventKey } from "#lib/events/event-key.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { entity, type Stored } from "#lib/table/entity.ts";

const DAYS_KEPT = 30;

/** One request to a subscriber: `status` is the HTTP status, null when there was no answer; `error` says why it failed. */
export const Attempt = z.object({
  at: z.string(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  ms: z.int(),
});
export type Attempt = z.output<typeof Attempt>;

/** One event on its way to one webhook, with every attempt; kept 30 days. `createdAt` is the event's. */
export const DeliveryItem = entity({
  name: "delivery",
  key: { pk: "W#{webhookId}", sk: "D#{createdAt}#{id}" },
  schema: z.object({
    webhookId: z.string(),
    createdAt: z.string(),
    id: z.string(),
    trigger: WebhookTrigger,
    event: EventKey,
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: z.array(Attempt),
    /** Length of `attempts`, so that each is recorded once. */
    attemptCount: z.int(),
    ttl: z.int(),
  }),
});
export type Delivery = Stored<typeof DeliveryItem>;

/** A message of the `deliveries` queue: which attempt of which delivery, and whose webhook it is. */
export const DeliveryMessage = z.object({
  webhookId: z.string(),
  createdAt: z.string(),
  id: z.string(),
  event: EventKey,
  /** 1 for the first. */
  attempt: z.int().min(1),
  userId: z.int(),
  teamId: z.int().nullable(),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** The delivery of an event to a webhook, before its first attempt; the same event and webhook always make the same one. */
export const newDelivery = (event: Stored<typeof EventItem>, webhookId: string): Delivery => ({
  webhookId,
  createdAt: event.createdAt,
  id: `dlv_${createHash("sha256").update(`${event.id} ${webhookId}`).digest("base64url").slice(0, 22)}`,
  trigger: event.trigger,
  event: eventKey(event),
  status: "pending",
  attempts: [],
  attemptCount: 0,
  ttl: expiryInDays(DAYS_KEPT),
});
