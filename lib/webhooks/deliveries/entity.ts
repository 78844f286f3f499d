import * as z from "zod";
import { type EventItem, EventKey, eventKey } from "#lib/events/entity.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { expiryInDays, now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { timeDigits, timeIn } from "#lib/platform/time-digits.ts";
import { all, equals } from "#lib/table/condition.ts";
import { DUE_INDEX } from "#lib/table/due.ts";
import { entity, type KeyOf, type Stored } from "#lib/table/entity.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { USER_FIELDS } from "#lib/table/personal.ts";
import { duePartition } from "#lib/timers/due.ts";

/** Days a delivery is kept. */
export const DELIVERY_DAYS = 30;

/** Why an attempt is made: by the schedule, to find out whether the subscriber is there again, or because somebody asked. */
export const AttemptKind = z
  .enum(["scheduled", "probe", "manual"])
  .describe(
    "`scheduled`: first attempt or retry. `probe`: checks whether a failing subscriber responds again. `manual`: a test or a resend.",
  );
export type AttemptKind = z.output<typeof AttemptKind>;

/**
 * One request to a subscriber: `status` is the HTTP status, null when there was no answer; `error` says why it failed.
 */
export const Attempt = z
  .object({
    at: z.string().describe("Time of the request."),
    kind: AttemptKind.describe("Why the request was sent."),
    url: z.string().nullable().describe("URL of the request."),
    status: z.int().nullable().describe("HTTP status of the response; null if there was none."),
    error: z.string().nullable().describe("Why the attempt failed; null if it succeeded."),
    answer: z.string().nullable().describe("The first 1,024 bytes of a response that is not 2xx"),
    ms: z.int().describe("Duration in milliseconds."),
  })
  .describe("One request to a subscriber.");
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
    /** What the log calls the invocation that recorded the event. */
    causedBy: z.string().optional(),
    ttl: z.int(),
  }),
  attributes: ["webhookId", "createdAt", "id", "run", "attemptCount", "due", "wakesAt"],
  personal: [
    { of: "user", at: "payload.organizer", id: "id", fields: USER_FIELDS },
    { of: "user", id: "userId", fields: { "attempts.*.url": "null", "attempts.*.answer": "null" } },
    { of: "participant", id: "event.bookingId", fields: { "attempts.*.answer": "null" } },
  ],
  accountClosing: "kept",
});
export type Delivery = Stored<typeof DeliveryItem>;

/** The delivery of an event to a webhook, before its first attempt; the same event and webhook always make the same one. */
export const newDelivery = (
  event: Stored<typeof EventItem>,
  { webhookId, userId }: { webhookId: string; userId: number },
): Delivery => ({
  webhookId,
  createdAt: event.createdAt,
  id: deliveryId(event.createdAt, `${event.id} ${webhookId}`),
  userId,
  teamId: event.teamId,
  trigger: event.trigger,
  event: eventKey(event),
  status: "pending",
  run: 1,
  attempts: [],
  attemptCount: 0,
  nextAttemptAt: null,
  ...(event.causedBy !== undefined && { causedBy: event.causedBy }),
  ttl: expiryInDays(DELIVERY_DAYS),
});

const ID_PREFIX = "dlv_";

/** The id of a delivery: when its event was, and what tells it from all others, made of a text that does. */
export function deliveryId(createdAt: string, seed: string): string {
  const hash = sha256(seed).slice(0, 22);
  return `${ID_PREFIX}${timeDigits(Date.parse(createdAt))}${hash}`;
}

/** The key of a webhook's delivery, which its id says all of; undefined when it is no such id. */
export function deliveryKey(webhookId: string, id: string): KeyOf<typeof DeliveryItem> | undefined {
  const time = id.startsWith(ID_PREFIX) ? timeIn(id.slice(ID_PREFIX.length)) : undefined;
  return time === undefined ? undefined : { webhookId, createdAt: new Date(time).toISOString(), id };
}

/** Milliseconds a message has to be worked on before the sweep sends another in its place. */
const GRACE = 180_000;

/** What makes the sweep send a delivery should its message be lost; the attempt's record takes it away. */
export const dueIfLost = (id: string): Pick<Delivery, "due" | "wakesAt"> => ({
  due: duePartition("deliveries", id),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

/** A delivery that is sent anew: the same id and bytes, and the schedule from its start. What was attempted stays told. */
export const newRun = (before: Delivery): Delivery => ({
  ...before,
  status: "pending",
  run: before.run + 1,
  attemptCount: 0,
  nextAttemptAt: null,
  ...dueIfLost(before.id),
});

/** Writes a delivery anew; refused when it has been attempted or sent anew in between. */
export const replaceDelivery = (before: Delivery, after: Delivery): Operation =>
  put(DeliveryItem, after, {
    if: all(equals("run", before.run), equals("attemptCount", before.attemptCount)),
  });
