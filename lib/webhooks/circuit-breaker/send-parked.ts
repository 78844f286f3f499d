import { now, nowIso } from "#lib/platform/clock.ts";
import { countItems } from "#lib/table/count.ts";
import { handOverDueItems } from "#lib/table/due.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { type Delivery, DeliveryItem, deliveryMessage } from "#lib/webhooks/deliveries/entity.ts";
import { sendDeliveries } from "#lib/webhooks/deliveries/send.ts";
import { parkedAt } from "./park.ts";

/** Deliveries of one webhook that are on their way at most: its subscriber may be slow, and all webhooks share the queue. */
export const MOST_UNDER_WAY = 1_000;
/** Milliseconds after which nothing is parked any more, whatever the clocks; less than the lease of what is sent. */
const SKEW = 60_000;

/**
 * Sends what waits for a subscriber since before it answered again, oldest first, and once more what was sent five minutes ago and is
 * still not attempted. `releasedAt` is when it answered, an ISO instant.
 */
export async function sendParked(webhookId: string, releasedAt: string): Promise<void> {
  const due = parkedAt(webhookId);
  const wake = (deliveries: Delivery[]) => sendDeliveries(deliveries.map((each) => deliveryMessage(each)));
  const taking = { entity: DeliveryItem, due, wake };
  // What was parked is before it in the index, what has been sent since is behind it.
  const begun = new Date(Date.parse(releasedAt) + SKEW).toISOString();
  if (now() > Date.parse(begun)) await handOverDueItems({ ...taking, after: begun, until: nowIso() });
  const sent = { index: KEYS_ONLY_INDEX, after: begun, most: MOST_UNDER_WAY };
  const { count } = await countItems(DeliveryItem, { due }, sent);
  if (count < MOST_UNDER_WAY)
    await handOverDueItems({ ...taking, until: begun, most: MOST_UNDER_WAY - count });
}
