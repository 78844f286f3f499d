import { sendMessages } from "#lib/platform/queue.ts";
import type { DeliveryMessage } from "./delivery.ts";

/** Requests that are made to one webhook at the same time. */
export const MOST_AT_ONCE = 5;

/** Sends deliveries to be attempted now; throws when the queue did not take each of them. */
export async function sendDeliveries(messages: readonly DeliveryMessage[]): Promise<void> {
  const refused = await sendMessages(
    "deliveries",
    messages.map((body) => ({ body, group: `${body.webhookId}-${laneOf(body.id)}` })),
  );
  if (refused.size > 0) throw new Error(`the queue deliveries did not take ${refused.size} messages`);
}

/** A delivery always takes the same lane of its webhook, in which one message is worked on at a time (ADR 0024). */
const laneOf = (deliveryId: string): number =>
  (deliveryId.codePointAt(deliveryId.length - 1) ?? 0) % MOST_AT_ONCE;
