import { nowIso } from "#lib/platform/clock.ts";
import type { TimerSetting } from "#lib/timers/timer.ts";
import { type Delivery, deliveryMessage } from "./entity.ts";
import { type WebhookTimer, webhookTimer } from "./webhook-timer.ts";

/** The timer for the next attempt of a delivery. */
export const attemptTimer = (delivery: Delivery): TimerSetting<WebhookTimer> =>
  webhookTimer({ timer: "attempt", message: deliveryMessage(delivery) }, delivery.nextAttemptAt ?? nowIso());
