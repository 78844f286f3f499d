import { DELIVERIES_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import { DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";

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
