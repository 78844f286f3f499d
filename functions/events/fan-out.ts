import { queueConsumer } from "#lib/consumers/queue-consumer.ts";
import { EventKey } from "#lib/events/event-key.ts";
import { fanOutEvent } from "#lib/webhooks/fan-out.ts";

/** Turns one event into one delivery per webhook that listens. */
export const handler = queueConsumer(
  {
    id: "events.fan-out",
    summary: "Makes a delivery for each webhook an event is for",
    source: { queue: "events", batchSize: 10, maxConcurrency: 20 },
    message: EventKey,
    timeoutSeconds: 30,
    grants: ["table:GetItem", "table:Query", "table:PutItem", "deliveries:SendMessage"],
  },
  fanOutEvent,
);
