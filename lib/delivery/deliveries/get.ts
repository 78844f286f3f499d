import type { Caller } from "#lib/caller.ts";
import { type StoredWebhook, sinceTarget } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { notFound } from "#lib/failures.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type Delivery, DeliveryItem, deliveryKey } from "./entity.ts";

/** Ids of a webhook and of one of its deliveries. */
export interface DeliveryPath {
  id: string;
  deliveryId: string;
}

/** Gets a delivery of a webhook that the caller can access, and the webhook. */
export async function getDelivery(
  caller: Caller,
  { id, deliveryId }: DeliveryPath,
): Promise<{ webhook: StoredWebhook; delivery: Delivery }> {
  const key = deliveryKey(id, deliveryId);
  const [webhook, delivery] = await Promise.all([getWebhook(caller, id), key && findItem(DeliveryItem, key)]);
  if (!delivery || delivery.createdAt < sinceTarget(webhook)) throw notFound("Delivery");
  return { webhook, delivery };
}
