import { queueConsumer } from "#lib/consumers/queue-consumer.ts";
import { DELIVERIES_AT_ONCE } from "#lib/webhooks/deliveries/lanes.ts";
import { DeliveryMessage } from "#lib/webhooks/deliveries/messages.ts";
import { deliverWebhook } from "#lib/webhooks/sending/deliver.ts";

/** Makes one attempt to deliver one event to one webhook. */
export const handler = queueConsumer(
  {
    id: "events.deliver",
    summary: "Sends events to webhooks",
    source: { queue: "deliveries", batchSize: 1, maxConcurrency: DELIVERIES_AT_ONCE },
    message: DeliveryMessage,
    timeoutSeconds: 30,
    allowsRecursion: true,
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
