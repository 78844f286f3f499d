import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { setTimers, type TimerSetting } from "#lib/timers/timer.ts";
import { breakerTimer } from "#lib/webhooks/circuit-breaker/breaker.ts";
import type { Health } from "#lib/webhooks/circuit-breaker/entity.ts";
import { attemptTimer } from "#lib/webhooks/deliveries/attempt-timer.ts";
import type { Delivery } from "#lib/webhooks/deliveries/entity.ts";
import { logAttempt } from "./attempt-line.ts";
import type { Recorded } from "./record-attempt.ts";

/** Sets the timers that follow an attempt, and says what an operator should know of it. */
export async function followAttempt({ delivery, before, health, disabledReason }: Recorded): Promise<void> {
  const { webhookId } = delivery;
  logAttempt(delivery, before);
  if (disabledReason !== undefined)
    log("warn", "webhook disabled", {
      webhookId,
      reason: disabledReason,
      ...metrics({ "webhook.disabled": 1 }),
    });
  if (health?.state === "open" && before?.state !== "open")
    log("warn", "breaker opened", { webhookId, ...metrics({ "webhook.breaker_opened": 1 }) });
  if (before?.state === "open" && health?.state !== "open") log("info", "breaker closed", { webhookId });
  await setTimers([...attemptTimers(delivery), ...breakerTimers(before, health)]);
}

/** Sets the timer for the next attempt of a delivery once more. */
export const followDelivery = (delivery: Delivery): Promise<void> => setTimers(attemptTimers(delivery));

/** What is in the index is the sweep's. */
const attemptTimers = (delivery: Delivery): TimerSetting[] =>
  delivery.status === "pending" && delivery.due === undefined ? [attemptTimer(delivery)] : [];

function breakerTimers(before: Health | undefined, after: Health | undefined): TimerSetting[] {
  if (!after || after.state === "failing") return [];
  const isSame = before?.state === after.state && before.probes === after.probes;
  return isSame ? [] : [breakerTimer(after)];
}
