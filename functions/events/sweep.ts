import { scheduledTask } from "#lib/consumers/scheduled-task.ts";
import { sweepEvents } from "#lib/events/sweep.ts";

/** Publishes events that the stream left behind. */
export const handler = scheduledTask(
  {
    id: "events.sweep",
    summary: "Publishes events older than five minutes that are still unpublished",
    source: { schedule: "rate(1 minute)" },
    timeoutSeconds: 60,
    grants: ["index:Query", "events:SendMessage", "table:UpdateItem"],
  },
  sweepEvents,
);
