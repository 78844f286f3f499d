import { EventItem } from "#lib/events/entity.ts";
import { eventFields } from "#lib/events/event-fields.ts";
import type { EventKey } from "#lib/events/event-key.ts";
import { log } from "#lib/platform/log.ts";
import { put } from "#lib/table/operations.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { type Delivery, DeliveryItem, deliveryMessage, newDelivery } from "./delivery.ts";
import { scopesOf, type WebhookScope } from "./scope.ts";
import { sendDeliveries } from "./send.ts";
import { SubscribersItem, subscribersOf } from "./subscribers.ts";

/**
 * Makes one delivery of each event for each webhook that listens (a webhook listens to one scope, so none is met twice),
 * and one message for its first attempt. Repeating it makes no second delivery, only messages recognised as done.
 * Two round trips read all there is to know of however many events.
 */
export async function fanOutEvents(keys: readonly EventKey[]): Promise<void> {
  const found = await getItems(keys.map((key) => wanted(EventItem, key)));
  const events = found.filter((event) => event !== undefined);
  const subscribers = await readSubscribers(events.flatMap(scopesOf));
  const perEvent = events.map((event) => ({
    event,
    deliveries: scopesOf(event)
      .flatMap((scope) => subscribers.get(scope) ?? [])
      .filter(({ triggers }) => triggers.includes(event.trigger))
      .map((subscriber) => newDelivery(event, subscriber)),
  }));
  const deliveries = perEvent.flatMap((each) => each.deliveries);
  await Promise.all(deliveries.map(recordDelivery));
  await sendDeliveries(deliveries.map((delivery) => deliveryMessage(delivery)));
  for (const { event, deliveries: made } of perEvent)
    log("info", "event fanned out", { ...eventFields(event), deliveries: made.length });
}

async function readSubscribers(
  scopes: readonly WebhookScope[],
): Promise<Map<WebhookScope, ReturnType<typeof subscribersOf>>> {
  const distinct = [...new Set(scopes)];
  const items = await getItems(distinct.map((scope) => wanted(SubscribersItem, { scope })));
  return new Map(distinct.map((scope, at) => [scope, subscribersOf(items[at])]));
}

async function recordDelivery(delivery: Delivery): Promise<void> {
  try {
    await write(put(DeliveryItem, delivery));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
