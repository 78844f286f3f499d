import * as z from "zod";
import { nowIso } from "#lib/platform/clock.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { AttemptKind, type Delivery, DeliveryItem } from "./entity.ts";

/** A message of the `deliveries` queue: which attempt of which delivery, and the keys of the items to read with it. */
export const DeliveryMessage = DeliveryItem.schema
  .pick({
    webhookId: true,
    createdAt: true,
    id: true,
    userId: true,
    teamId: true,
    event: true,
    run: true,
    causedBy: true,
  })
  .extend({
    /** 1 for the first of the run. */
    attempt: z.int().min(1),
    kind: AttemptKind,
    /** Number of the probe since the breaker opened. */
    probe: z.int().optional(),
    /** Send the delivery even while the breaker is open, because a user requested it. */
    bypassBreaker: z.literal(true).optional(),
    /** The message is in a lane for slow webhooks. */
    slowLane: z.literal(true).optional(),
  });
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** The message for the next attempt of a delivery. */
export const deliveryMessage = (
  delivery: Delivery,
  kind: AttemptKind = nextKind(delivery),
): DeliveryMessage => ({
  webhookId: delivery.webhookId,
  createdAt: delivery.createdAt,
  id: delivery.id,
  userId: delivery.userId,
  teamId: delivery.teamId,
  event: delivery.event,
  run: delivery.run,
  attempt: delivery.attemptCount + 1,
  kind,
  ...(delivery.causedBy !== undefined && { causedBy: delivery.causedBy }),
});

/** The first attempt of a test or a resend is `manual`; all others are scheduled. */
const nextKind = ({ attemptCount, event, run }: Delivery): AttemptKind =>
  attemptCount === 0 && (event === null || run > 1) ? "manual" : "scheduled";

/** The timers of a webhook. */
export const WebhookTimer = z.discriminatedUnion("timer", [
  /** The next attempt of a delivery. */
  z.object({ timer: z.literal("attempt"), message: DeliveryMessage }),
  /** Probes whether a subscriber responds again; `probe` counts the earlier probes. */
  z.object({ timer: z.literal("probe"), webhookId: z.string(), probe: z.int() }),
  /** Sends the deliveries that waited for a subscriber; `turn` counts the earlier turns of this release. */
  z.object({ timer: z.literal("release"), webhookId: z.string(), turn: z.int().default(0) }),
  /** Resends the failed and waiting deliveries of a period; `after` is the sort key after which to continue. */
  z.object({
    timer: z.literal("recovery"),
    webhookId: z.string(),
    since: z.string(),
    until: z.string(),
    after: z.string().optional(),
  }),
]);
export type WebhookTimer = z.output<typeof WebhookTimer>;

/** Sets the time of a webhook's timer. The timers of one webhook don't delay those of another. */
export const webhookTimer = (timer: WebhookTimer, at: string): TimerSetting<WebhookTimer> => ({
  timer,
  group: timer.timer === "attempt" ? timer.message.webhookId : timer.webhookId,
  at,
});

/** The timer for the next attempt of a delivery. */
export const attemptTimer = (delivery: Delivery): TimerSetting<WebhookTimer> =>
  webhookTimer({ timer: "attempt", message: deliveryMessage(delivery) }, delivery.nextAttemptAt ?? nowIso());
