import { randomUUID } from "node:crypto";
import * as z from "zod";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { payloadText } from "#lib/bookings/events/payload-text.ts";
import type { Caller } from "#lib/caller.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { commitResult } from "#lib/table/commit.ts";
import { put } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry-failed-condition.ts";
import type { StoredWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { getWebhook } from "#lib/webhooks/subscriptions/get.ts";
import { DAYS_KEPT, type Delivery, DeliveryItem, deliveryId, deliveryMessage } from "./entity.ts";
import { madeUp } from "./new-run.ts";
import { sampleBooking } from "./sample-booking.ts";
import { shownDelivery, type WebhookDelivery } from "./schema.ts";
import { sendDeliveries } from "./send.ts";
import { countTest, WebhookTests } from "./test-count.ts";

/** Body of a test. */
export const WebhookTest = z.strictObject({
  triggerEvent: WebhookTrigger.describe(
    "Event type of the test; the webhook does not need to subscribe to it",
  ),
});
export type WebhookTest = z.output<typeof WebhookTest>;

/**
 * Sends a made-up event to a webhook of the caller, switched on or not, at once. It is delivered as real ones are, template,
 * signatures and further attempts included.
 */
export async function testWebhook(
  caller: Caller,
  id: string,
  { triggerEvent }: WebhookTest,
): Promise<WebhookDelivery> {
  const { delivery, shown } = await retryFailedCondition(async () => {
    const [webhook, tests] = await Promise.all([
      getWebhook(caller, id),
      getItem(WebhookTests, { webhookId: id }),
    ]);
    const made = testDelivery(webhook, triggerEvent);
    const operations = [put(DeliveryItem, made), countTest(id, tests)];
    return { delivery: made, shown: await commitResult(shownDelivery(made), operations) };
  });
  await sendDeliveries([{ ...deliveryMessage(delivery), insists: true }]);
  return shown;
}

function testDelivery({ id: webhookId, userId, user }: StoredWebhook, trigger: WebhookTrigger): Delivery {
  const causedBy = invocationId();
  const createdAt = nowIso();
  const id = deliveryId(createdAt, `test ${randomUUID()}`);
  return {
    webhookId,
    createdAt,
    id,
    userId,
    teamId: null,
    trigger,
    event: null,
    payload: payloadText(bookingPayload(trigger, sampleBooking(trigger, user), {})),
    status: "pending",
    run: 1,
    attempts: [],
    attemptCount: 0,
    nextAttemptAt: null,
    ...(causedBy !== undefined && { causedBy }),
    ttl: expiryInDays(DAYS_KEPT),
    ...madeUp(id),
  };
}
