import { nowIso } from "#lib/platform/clock.ts";
import { all, equals } from "#lib/table/condition.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import { check, put } from "#lib/table/operations.ts";
import { transact } from "#lib/table/write.ts";
import { type Delivery, DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { WebhookHealth } from "./entity.ts";

/** Value of the attribute `due` of deliveries that wait for a webhook's subscriber. */
export const parkedAt = (webhookId: string): string => `webhook-${webhookId}`;

/**
 * Lets a delivery wait until its subscriber answers again; false when the breaker has closed meanwhile, so that the attempt
 * is to be made.
 */
export async function parkDelivery(delivery: Delivery): Promise<boolean> {
  const { webhookId, run, attemptCount } = delivery;
  const due = parkedAt(webhookId);
  if (delivery.due === due) return true;
  const parked = { ...delivery, due, wakesAt: nowIso() };
  try {
    await transact([
      check(WebhookHealth, { webhookId }, { if: equals("state", "open") }),
      put(DeliveryItem, parked, { if: all(equals("run", run), equals("attemptCount", attemptCount)) }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Whoever changed the delivery in between is dealing with it.
    return !error.concerns(WebhookHealth);
  }
}
