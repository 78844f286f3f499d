import { queueConsumer } from "#lib/consumers/queue-consumer.ts";
import { deliverWebhook } from "#lib/webhooks/deliver.ts";
import { DeliveryMessage } from "#lib/webhooks/delivery.ts";
import { DELIVERIES_AT_ONCE } from "#lib/webhooks/lanes.ts";

/** Makes one attempt to deliver one event to one webhook. */
export const handler = queueConsumer(
  {
    id: "events.deliver",
    summary: "Sends events to webhooks",
    source: { queue: "deliveries", batchSize: 1, maxConcurrency: DELIVERIES_AT_ONCE },
    message: DeliveryMessage,
    timeoutSeconds: 30,
    permissions: [
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "table:ConditionCheckItem",
      "timers:SendMessage",
      "deliveries:SendMessage",
      "secrets:Decrypt",
    ],
  },
  deliverWebhook,
);
