import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { batchConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";

/** Creates one delivery per event and webhook that subscribes to it, and has it written to the calendars of hosts. */
export const handler = batchConsumer(
  {
    id: "events.fan-out",
    summary:
      "Creates a delivery for each webhook that subscribes to an event, and a message for each host with a calendar to write to",
    source: { queue: "events", batchSize: 10, maxConcurrency: 20 },
    message: EventMessage,
    timeoutSeconds: 30,
    permissions: [
      "table:BatchGetItem",
      "table:PutItem",
      "deliveries:SendMessage",
      "calendarWrites:SendMessage",
    ],
  },
  fanOutEvents,
);
