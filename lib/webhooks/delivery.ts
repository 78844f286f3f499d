import { createHash } from "node:crypto";
import * as z from "zod";
import type { EventItem } from "#lib/events/entity.ts";
import { EventKey, eventKey } from "#lib/events/event-key.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { DUE_INDEX } from "#lib/table/due.ts";
import { entity, type Stored } from "#lib/table/entity.ts";

const DAYS_KEPT = 30;

/** Why an attempt is made: by the schedule, to find out whether the subscriber is there again, or because somebody asked. */
export const AttemptKind = z.enum(["scheduled", "probe", "manual"]);
export type AttemptKind = z.output<typeof AttemptKind>;

/**
 * One request to a subscriber: `status` is the HTTP status, null when there was no answer; `error` says why it failed, and
 * `answer` how the answer begins that says so.
 */
export const Attempt = z.object({
  at: z.string(),
  kind: AttemptKind,
  url: z.string().nullable(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  answer: z.string().nullable(),
  ms: z.int(),
});
export type Attempt = z.output<typeof Attempt>;

/**
 * One event on its way to one webhook, with its attempts; kept 30 days. `createdAt` is the event's, `userId` the webhook's and
 * `teamId` the event's. What is sent anew begins another `run`, whose attempts `attemptCount` counts. While it waits for
 * longer than a queue can hold it, or for its subscriber, it is in the index: `due` says where, `wakesAt` until when.
 */
export const DeliveryItem = entity({
  name: "delivery",
  key: { pk: "W#{webhookId}", sk: "D#{createdAt}#{id}" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{id}" } },
  schema: z.object({
    webhookId: z.string(),
    createdAt: z.string(),
    id: z.string(),
    userId: z.int(),
    teamId: z.int().nullable(),
    trigger: WebhookTrigger,
    /** Null for a test, which has its own payload. */
    event: EventKey.nullable(),
    payload: z.string().optional(),
    status: z.enum(["pending", "delivered", "failed"]),
    run: z.int(),
    attempts: z.array(Attempt),
    /** Attempts of this run, probes apart. */
    attemptCount: z.int(),
    nextAttemptAt: z.string().nullable(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    ttl: z.int(),
  }),
});
export type Delivery = Stored<typeof DeliveryItem>;

/** A message of the `deliveries` queue: which attempt of which delivery, and what has to be read with it. */
export const DeliveryMessage = DeliveryItem.schema
  .pick({ webhookId: true, createdAt: true, id: true, userId: true, teamId: true, event: true, run: true })
  .extend({
    /** 1 for the first. */
    attempt: z.int().min(1),
    kind: AttemptKind,
    /** Which probe it is, counted from when the breaker opened. */
    probe: z.int().optional(),
  });
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** The message for the next attempt of a delivery. */
export const deliveryMessage = (
  { webhookId, createdAt, id, userId, teamId, event, run, attemptCount }: Delivery,
  kind: AttemptKind,
): DeliveryMessage => ({
  webhookId,
  createdAt,
  id,
  userId,
  teamId,
  event,
  run,
  attempt: attemptCount + 1,
  kind,
});

/** The delivery of an event to a webhook, before its first attempt; the same event and webhook always make the same one. */
export const newDelivery = (
  event: Stored<typeof EventItem>,
  { webhookId, userId }: { webhookId: string; userId: number },
): Delivery => ({
  webhookId,
  createdAt: event.createdAt,
  id: deliveryId(`${event.id} ${webhookId}`),
  userId,
  teamId: event.teamId,
  trigger: event.trigger,
  event: eventKey(event),
  status: "pending",
  run: 1,
  attempts: [],
  attemptCount: 0,
  nextAttemptAt: null,
  ttl: expiryInDays(DAYS_KEPT),
});

/** The id of a delivery, from a text that tells it from all others. */
export const deliveryId = (seed: string): string =>
  `dlv_${createHash("sha256").update(seed).digest("base64url").slice(0, 22)}`;
