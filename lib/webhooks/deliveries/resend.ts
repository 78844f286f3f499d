import type { Caller } from "#lib/caller.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { requireActive } from "#lib/webhooks/subscriptions/get.ts";
import { newRun, replaceRun } from "./entity.ts";
import { type DeliveryPath, getDelivery } from "./get.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage } from "./messages.ts";
import { shownDelivery, type WebhookDelivery } from "./schema.ts";

/**
 * Sends a delivery anew, at once, whatever has become of it; one that waits for its next attempt does not wait for it any
 * longer. It is written before it is sent, so the sweep finds one whose message is lost.
 */
export async function resendDelivery(caller: Caller, path: DeliveryPath): Promise<WebhookDelivery> {
  const { after, shown } = await retryFailedCondition(async () => {
    const { webhook, delivery } = await getDelivery(caller, path);
    requireActive(webhook);
    const begun = newRun(delivery);
    return { after: begun, shown: await commitResult(shownDelivery(begun), [replaceRun(delivery, begun)]) };
  });
  await sendDeliveries([{ ...deliveryMessage(after), insists: true }]);
  return shown;
}
