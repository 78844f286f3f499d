import { queueConsumer } from "#lib/consumers/queue-consumer.ts";
import { deliverWebhook } from "#lib/webhooks/deliver.ts";
import { DeliveryMessage } from "#lib/webhooks/delivery.ts";

/** Makes one attempt to deliver one event to one webhook. */
export const handler = queueConsumer(
  {
    id: "events.deliver",
    summary: "Sends events to webhooks",
    source: { queue: "deliveries", batchSize: 1, maxConcurrency: 100 },
    message: DeliveryMessage,
    timeoutSeconds: 30,
    grants: [
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "table:ConditionCheckItem",
      "timers:SendMessage",
      "secrets:Decrypt",
    ],
  },
  deliverWebhook,
);
