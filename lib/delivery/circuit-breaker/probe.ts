import { type Delivery, DeliveryItem, waitingPartition } from "#lib/delivery/deliveries/entity.ts";
import { sendDeliveries } from "#lib/delivery/deliveries/lanes.ts";
import { deliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { queryKeyPages } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { breakerTimer, FAILURES_TO_OPEN, startRelease } from "./breaker.ts";
import { type Health, WebhookHealth } from "./entity.ts";

/** Index entries that are read together; some of their deliveries may no longer wait. */
const CANDIDATES = 10;

/**
 * Sends the delivery that has waited longest as a probe. If none waits, the breaker closes, so that the next event is sent; one more failure
 * opens it again.
 */
export async function probeWebhook({
  webhookId,
  probe,
}: {
  webhookId: string;
  probe: number;
}): Promise<void> {
  const health = await findItem(WebhookHealth, { webhookId });
  if (health?.state !== "open" || health.probes !== probe) return;
  const delivery = await findFirstWaiting(webhookId);
  if (delivery) return sendDeliveries([{ ...deliveryMessage(delivery, "probe"), probe }]);
  await releaseWithoutProbe(health);
}

async function findFirstWaiting(webhookId: string): Promise<Delivery | undefined> {
  const due = waitingPartition(webhookId);
  const range = { index: KEYS_ONLY_INDEX, limit: CANDIDATES };
  for await (const keys of queryKeyPages(DeliveryItem, { due }, range)) {
    const deliveries = await findItems(keys.map((key) => itemRequest(DeliveryItem, key)));
    const waiting = deliveries.find((delivery) => delivery?.due === due);
    if (waiting) return waiting;
  }
  return undefined;
}

async function releaseWithoutProbe(health: Health): Promise<void> {
  const after = startRelease(health, FAILURES_TO_OPEN - 1);
  // If another call was faster, it has set the timers.
  if (await ignoreFailedCondition(transact([replace(WebhookHealth, health, after)])))
    await setTimers([breakerTimer(after)]);
}
