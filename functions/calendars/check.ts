import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { CheckMessage } from "#lib/calendar/external/check-message.ts";
import { runCheck } from "#lib/calendar/external/run-check.ts";
import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";

/** Reads one calendar of another server, and changes the busy minutes of its user. */
export const handler = queueConsumer(
  {
    id: "calendars.check",
    summary: "Checks calendars of other servers",
    source: { queue: "calendars", batchSize: 1, maxConcurrency: 50 },
    message: CheckMessage,
    timeoutSeconds: 60,
    permissions: [...CALENDAR_CHANGES, "secrets:Decrypt", "timers:SendMessage"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  runCheck,
);
