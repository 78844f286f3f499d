import { CalendarWriteMessage } from "#lib/delivery/calendars/messages.ts";
import { writeToCalendars } from "#lib/delivery/calendars/write-to-calendars.ts";
import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";

/** Writes bookings to the calendars of their hosts. */
export const handler = queueConsumer(
  {
    id: "calendars.write",
    summary: "Writes, moves and deletes the events of bookings in calendars of hosts",
    source: { queue: "calendarWrites", batchSize: 1, maxConcurrency: 20 },
    message: CalendarWriteMessage,
    timeoutSeconds: 60,
    permissions: [
      "table:GetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:ConditionCheckItem",
      "timers:SendMessage",
      "secrets:Decrypt",
    ],
  },
  writeToCalendars,
);
