import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import type { StoredWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { getWebhook } from "#lib/webhooks/subscriptions/get.ts";
import { type Delivery, DeliveryItem, deliveryKey } from "./entity.ts";

/** Which delivery of which webhook. */
export interface DeliveryPath {
  id: string;
  deliveryId: string;
}

/** Reads a delivery of a webhook of the caller, with the webhook, in one round trip. */
export async function getDelivery(
  caller: Caller,
  { id, deliveryId }: DeliveryPath,
): Promise<{ webhook: StoredWebhook; delivery: Delivery }> {
  const key = deliveryKey(id, deliveryId);
  const [webhook, delivery] = await Promise.all([getWebhook(caller, id), key && getItem(DeliveryItem, key)]);
  if (!delivery) throw notFound("Delivery");
  return { webhook, delivery };
}
