import { scheduledTask } from "#lib/entry/consumers/scheduled-task.ts";
import { sweep } from "#lib/workers/sweep.ts";

/** Publishes events that the stream did not publish, and sets the timers of work that is due. */
export const handler = scheduledTask(
  {
    id: "events.sweep",
    summary:
      "Publishes events older than five minutes that are still unpublished, and sets timers for what is due",
    source: { schedule: "rate(1 minute)" },
    timeoutSeconds: 60,
    permissions: [
      "index:Query",
      "table:BatchGetItem",
      "table:BatchWriteItem",
      "table:UpdateItem",
      "events:SendMessage",
      "timers:SendMessage",
      "calendars:SendMessage",
    ],
  },
  sweep,
);
