import { EventItem } from "#lib/events/entity.ts";
import { eventFields } from "#lib/events/event-fields.ts";
import type { EventKey } from "#lib/events/event-key.ts";
import { log } from "#lib/platform/log.ts";
import { put } from "#lib/table/operations.ts";
import { getItem, queryAll } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { type Delivery, DeliveryItem, deliveryMessage, newDelivery } from "./delivery.ts";
import { SubscriptionItem } from "./entity.ts";
import { scopesOf } from "./scope.ts";
import { sendDeliveries } from "./send.ts";

/**
 * Makes one delivery of an event for each webhook that listens (a webhook listens to one scope, so none is met twice),
 * and one message for its first attempt. Repeating it makes no second delivery, only messages recognised as done.
 */
export async function fanOutEvent(key: EventKey): Promise<void> {
  const event = await getItem(EventItem, key);
  if (!event) return;
  const { trigger } = event;
  const subscriptions = await Promise.all(
    scopesOf(event).map((scope) => queryAll(SubscriptionItem, { scope, trigger })),
  );
  const deliveries = subscriptions.flat().map((subscription) => newDelivery(event, subscription));
  await Promise.all(deliveries.map(recordDelivery));
  await sendDeliveries(deliveries.map((delivery) => deliveryMessage(delivery)));
  log("info", "event fanned out", { ...eventFields(event), deliveries: deliveries.length });
}

async function recordDelivery(delivery: Delivery): Promise<void> {
  try {
    await write(put(DeliveryItem, delivery));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
