import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { runTimer, Timer } from "#lib/workers/run-timer.ts";

/** Runs timers that are due. */
export const handler = queueConsumer(
  {
    id: "events.wake",
    summary:
      "Runs timers that are due: delivery attempts, probes, releases, recoveries, meetings that start or end, the rest of a sweep, bookmarks of lists, projections of busy times, checks of calendars, and bookings and mails that are tried again",
    source: { queue: "timers", batchSize: 10, maxConcurrency: 20 },
    message: Timer,
    timeoutSeconds: 30,
    allowsRecursion: true,
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:BatchWriteItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "table:ConditionCheckItem",
      "index:Query",
      "events:SendMessage",
      "timers:SendMessage",
      "deliveries:SendMessage",
      "calendarWrites:SendMessage",
      "calendars:SendMessage",
      "mails:SendMessage",
    ],
  },
  runTimer,
);
