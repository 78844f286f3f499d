import { batchConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";
import { fanOut } from "#lib/workers/fan-out.ts";

/** Creates one delivery per event and webhook that subscribes to it, one mail per recipient, and messages for hosts with calendars to write to. */
export const handler = batchConsumer(
  {
    id: "events.fan-out",
    summary:
      "Creates a delivery for each webhook that subscribes to an event, a mail for each recipient, and a message for each host with a calendar to write to",
    source: { queue: "events", batchSize: 10, maxConcurrency: 20 },
    message: EventMessage,
    timeoutSeconds: 30,
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "deliveries:SendMessage",
      "calendarWrites:SendMessage",
      "mails:SendMessage",
    ],
  },
  fanOut,
);
