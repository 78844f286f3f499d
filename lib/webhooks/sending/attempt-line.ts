import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { type Health, isSlow } from "#lib/webhooks/circuit-breaker/entity.ts";
import type { Attempt, Delivery } from "#lib/webhooks/deliveries/entity.ts";

/** Leaves a line of the last attempt of a delivery; `before` is the subscriber's health when it was made. */
export function logAttempt(delivery: Delivery, before: Health | undefined): void {
  const last = delivery.attempts.at(-1);
  if (!last) return;
  const { kind, status, error, ms } = last;
  log("info", "attempt", {
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    kind,
    class: status === null ? "none" : `${Math.floor(status / 100)}xx`,
    ...(status !== null && { status }),
    ms,
    causedBy: delivery.causedBy,
    ...metrics({
      ...(error === null ? { "delivery.delivered": 1 } : { "delivery.failed": 1 }),
      ...(isFirst(delivery, last, before) && {
        "delivery.first_attempt": Date.parse(last.at) - Date.parse(delivery.createdAt),
      }),
      "delivery.ms": ms,
    }),
  });
}

/** Whether it was on us when the attempt was made: what waits for its subscriber is late by the subscriber's doing. */
const isFirst = ({ attemptCount }: Delivery, { kind }: Attempt, before: Health | undefined): boolean =>
  attemptCount === 1 &&
  kind === "scheduled" &&
  (before === undefined || (before.state === "failing" && !isSlow(before)));
