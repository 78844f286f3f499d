import { nowIso } from "#lib/platform/clock.ts";
import type { Setting } from "#lib/timers/timer.ts";
import { type Delivery, deliveryMessage } from "./delivery.ts";

/** The timer for the next attempt of a delivery. */
export const attemptTimer = (delivery: Delivery): Setting => ({
  timer: { timer: "attempt", message: deliveryMessage(delivery) },
  at: delivery.nextAttemptAt ?? nowIso(),
});
