import * as z from "zod";
import type { TimerSetting } from "#lib/timers/timer.ts";
import { DeliveryMessage } from "./entity.ts";

/** The timers of a webhook. */
export const WebhookTimer = z.discriminatedUnion("timer", [
  /** The next attempt of a delivery. */
  z.object({ timer: z.literal("attempt"), message: DeliveryMessage }),
  /** Tests whether a subscriber answers again; `probe` counts the earlier probes. */
  z.object({ timer: z.literal("probe"), webhookId: z.string(), probe: z.int() }),
  /** Sends the deliveries that waited for a subscriber; `turn` counts the earlier turns. */
  z.object({ timer: z.literal("release"), webhookId: z.string(), turn: z.int().default(0) }),
  /** Starts the failed deliveries of a period again; `after` is the sort key to continue after. */
  z.object({
    timer: z.literal("recovery"),
    webhookId: z.string(),
    since: z.string(),
    until: z.string(),
    after: z.string().optional(),
  }),
]);
export type WebhookTimer = z.output<typeof WebhookTimer>;

/** When a timer of a webhook goes off; webhooks do not delay each other. */
export const webhookTimer = (timer: WebhookTimer, at: string): TimerSetting<WebhookTimer> => ({
  timer,
  group: timer.timer === "attempt" ? timer.message.webhookId : timer.webhookId,
  at,
});
