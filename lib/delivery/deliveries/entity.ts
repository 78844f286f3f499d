import * as z from "zod";
import { expiryInDays, now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { parseTimeDigits, timeDigits } from "#lib/platform/time-digits.ts";
import { EventKey, eventKey, type PublicEvent } from "#lib/storage/outbox/entity.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { all, equals } from "#lib/storage/table/condition.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, type KeyOf, type Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { USER_FIELDS } from "#lib/storage/table/personal.ts";
import { duePartition } from "#lib/storage/timers/due.ts";

/** Days until a delivery expires. */
export const DELIVERY_DAYS = 30;

/** Why an attempt is made: by the schedule, as a probe of a failing subscriber, or because a user requested it. */
export const AttemptKind = z
  .enum(["scheduled", "probe", "manual"])
  .describe(
    "`scheduled`: first attempt or retry. `probe`: checks whether a failing subscriber responds again. `manual`: a test or a resend.",
  );
export type AttemptKind = z.output<typeof AttemptKind>;

/**
 * One request to a subscriber. `status` is null if there was no response; `error` is null if the attempt succeeded.
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
 * One event for one webhook, with its attempts; deleted after 30 days. `createdAt` and `teamId` are the event's, `userId` is the
 * webhook's. A resend starts another `run`, in which the schedule of retries starts again. A delivery that waits longer than a queue can
 * delay a message, or for its subscriber, is in the due index: `due` is the partition, `wakesAt` the time.
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
    /** Attempts that `attempts` no longer contains. */
    droppedAttempts: z.int().default(0),
    /** Attempts of this run, without failed probes: the position in the schedule of retries. The API returns the number of all. */
    attemptCount: z.int(),
    nextAttemptAt: z.string().nullable(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    /** Request id of the invocation that recorded the event. */
    causedBy: z.string().optional(),
    ttl: z.int(),
  }),
  format: 4,
  attributes: ["webhookId", "createdAt", "id", "run", "attemptCount", "due", "wakesAt"],
  personal: [
    { of: "user", at: "payload.organizer", id: "id", fields: USER_FIELDS },
    { of: "user", id: "userId", fields: { "attempts.*.url": "null", "attempts.*.answer": "null" } },
    { of: "participant", id: "event.bookingId", fields: { "attempts.*.answer": "null" } },
  ],
  accountClosing: "retained",
});
export type Delivery = Stored<typeof DeliveryItem>;

/** The fields of a delivery before its first attempt. */
export const UNATTEMPTED = {
  status: "pending",
  run: 1,
  attempts: [],
  droppedAttempts: 0,
  attemptCount: 0,
  nextAttemptAt: null,
} satisfies Partial<Delivery>;

/** The delivery of an event to a webhook, before its first attempt. Its id follows from the event and the webhook. */
export const newDelivery = (
  event: PublicEvent,
  { webhookId, userId }: { webhookId: string; userId: number },
): Delivery => ({
  webhookId,
  createdAt: event.createdAt,
  id: deliveryId(event.createdAt, `${event.id} ${webhookId}`),
  userId,
  teamId: event.teamId,
  trigger: event.trigger,
  event: eventKey(event),
  ...UNATTEMPTED,
  ...(event.causedBy !== undefined && { causedBy: event.causedBy }),
  ttl: expiryInDays(DELIVERY_DAYS),
});

const ID_PREFIX = "dlv_";

/** The id of a delivery: the time of its event, and a hash of a seed that is unique to the delivery. */
export function deliveryId(createdAt: string, seed: string): string {
  const hash = sha256(seed).slice(0, 22);
  return `${ID_PREFIX}${timeDigits(Date.parse(createdAt))}${hash}`;
}

/** The key of a delivery, which follows from its id; undefined if the id is not one of a delivery. */
export function deliveryKey(webhookId: string, id: string): KeyOf<typeof DeliveryItem> | undefined {
  const time = id.startsWith(ID_PREFIX) ? parseTimeDigits(id.slice(ID_PREFIX.length)) : undefined;
  return time === undefined ? undefined : { webhookId, createdAt: new Date(time).toISOString(), id };
}

/** Milliseconds after which the sweep sends another message for a delivery that was not attempted. */
const GRACE = 180_000;

/** Puts a delivery into the due index, so that the sweep sends it if its message is lost. Recording the attempt removes it. */
export const dueIfLost = (id: string): Pick<Delivery, "due" | "wakesAt"> => ({
  due: duePartition("deliveries", id),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

/** The delivery after a resend was requested: the same id and body, the schedule from its start, and all earlier attempts. */
export const newRun = (before: Delivery): Delivery => ({
  ...before,
  status: "pending",
  run: before.run + 1,
  attemptCount: 0,
  nextAttemptAt: null,
  ...dueIfLost(before.id),
});

/** Replaces a delivery. The condition fails if it was attempted or resent in the meantime. */
export const replaceDelivery = (before: Delivery, after: Delivery): Operation =>
  put(DeliveryItem, after, {
    if: all(equals("run", before.run), equals("attemptCount", before.attemptCount)),
    replaces: before,
  });

/** The index partition (attribute `due`) of the deliveries that wait for a webhook's subscriber. */
export const waitingPartition = (webhookId: string): string => `webhook-${webhookId}`;
