import type { Caller } from "#lib/caller.ts";
import { requireActive } from "#lib/delivery/subscriptions/get.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { newRun, replaceDelivery } from "./entity.ts";
import { type DeliveryPath, getDelivery } from "./get.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage } from "./messages.ts";
import { renderDelivery, type WebhookDelivery } from "./schema.ts";

/**
 * Resends a delivery immediately, in any state; a pending one does not wait for its next attempt. It is written before its message is
 * sent, so the sweep finds it if the message is lost.
 */
export async function resendDelivery(caller: Caller, path: DeliveryPath): Promise<WebhookDelivery> {
  const { delivery, response } = await retryFailedCondition(async () => {
    const { webhook, delivery: before } = await getDelivery(caller, path);
    requireActive(webhook);
    const restarted = newRun(before);
    return {
      delivery: restarted,
      response: await commitResult(renderDelivery(restarted), [replaceDelivery(before, restarted)]),
    };
  });
  await sendDeliveries([{ ...deliveryMessage(delivery), bypassBreaker: true }]);
  return response;
}
