import { EventItem } from "#lib/events/entity.ts";
import type { EventKey } from "#lib/events/event-key.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { put } from "#lib/table/operations.ts";
import { getItem, queryAll } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { type Delivery, DeliveryItem, type DeliveryMessage, newDelivery } from "./delivery.ts";
import { SubscriptionItem } from "./entity.ts";
import { scopesOf } from "./scope.ts";

/**
 * Makes one delivery of an event for each webhook that listens (a webhook listens to one scope, so none is met twice),
 * and one message for its first attempt. Repeating it makes no second delivery, only messages recognised as done.
 */
export async function fanOutEvent(key: EventKey): Promise<void> {
  const event = await getItem(EventItem, key);
  if (!event) return;
  const { trigger, teamId } = event;
  const subscriptions = await Promise.all(
    scopesOf(event).map((scope) => queryAll(SubscriptionItem, { scope, trigger })),
  );
  const messages = subscriptions.flat().map(({ webhookId, userId }) => {
    const delivery = newDelivery(event, webhookId);
    const { createdAt, id } = delivery;
    return { delivery, body: { webhookId, createdAt, id, event: key, attempt: 1, userId, teamId } };
  });
  await Promise.all(messages.map(({ delivery }) => recordDelivery(delivery)));
  const refused = await sendMessages(
    "deliveries",
    messages.map(({ body }) => ({ body: body satisfies DeliveryMessage, group: body.webhookId })),
  );
  if (refused.size > 0) throw new Error("the queue deliveries did not take every message");
}

async function recordDelivery(delivery: Delivery): Promise<void> {
  try {
    await write(put(DeliveryItem, delivery));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
