import { sendMessages } from "#lib/platform/queue.ts";
import type { DeliveryMessage } from "./entity.ts";
import { laneOf } from "./lanes.ts";

/** Sends deliveries to be attempted now; throws when the queue did not take each of them. */
export async function sendDeliveries(messages: readonly DeliveryMessage[]): Promise<void> {
  const refused = await sendMessages(
    "deliveries",
    messages.map((body) => ({ body, group: laneOf(body) })),
  );
  if (refused.size > 0) throw new Error(`the queue deliveries did not take ${refused.size} messages`);
}
