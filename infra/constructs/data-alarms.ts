import { Duration } from "aws-cdk-lib";
import type { AlarmDefinition, AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { PERIOD } from "#infra/constructs/metric.ts";
import { replicationLag, systemErrors, throttled } from "#infra/constructs/table-metrics.ts";
import type { WorkQueue } from "#infra/constructs/work-queue.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

const BACKLOG_SECONDS = Duration.minutes(30).toSeconds();
const THROTTLED_REQUESTS = 50;
const SYSTEM_ERRORS = 10;
const REPLICA_BEHIND = Duration.minutes(1);

/** Every queue, with its dead-letter queue. */
export const queuesOf = ({
  events,
  deliveries,
  timers,
  calendarWrites,
  payments,
  calendars,
  mails,
  mailFeedback,
}: DataStack): Record<string, WorkQueue> => ({
  Events: events,
  Deliveries: deliveries,
  Timers: timers,
  CalendarWrites: calendarWrites,
  Payments: payments,
  Calendars: calendars,
  ...(mails && { Mails: mails }),
  ...(mailFeedback && { MailFeedback: mailFeedback }),
});

/** Every dead-letter queue. */
export const deadLettersOf = (data: DataStack) => ({
  ...Object.fromEntries(Object.entries(queuesOf(data)).map(([name, { deadLetters }]) => [name, deadLetters])),
  Stream: data.streamDeadLetters,
});

function queueAlarms(data: DataStack): AlarmDefinitions {
  const deadLetters = Object.entries(deadLettersOf(data)).map(([name, queue]): [string, AlarmDefinition] => [
    `${name}DeadLetters`,
    {
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "Maximum" }),
      threshold: 1,
      periods: 1,
      summary: `A message of ${name} could not be processed and is in the dead-letter queue.`,
      runbook: "dead-letters.md",
    },
  ]);
  const backlogs = Object.entries(queuesOf(data)).map(([name, { queue }]): [string, AlarmDefinition] => [
    `${name}Backlog`,
    {
      metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
      threshold: BACKLOG_SECONDS,
      periods: 2,
      summary: `The oldest message of the queue ${name} is 30 minutes old.`,
      runbook: "queue-backlog.md",
    },
  ]);
  return Object.fromEntries([...deadLetters, ...backlogs]);
}

/** Alarms for dead letters, queue backlogs, and a table that throttles, fails or lags. */
export function dataAlarms(data: DataStack): AlarmDefinitions {
  return {
    ...queueAlarms(data),
    TableThrottled: {
      metric: throttled(data.table),
      threshold: THROTTLED_REQUESTS,
      periods: 2,
      summary: "DynamoDB throttles requests to the table.",
      runbook: "table.md",
    },
    TableFails: {
      metric: systemErrors(data.table),
      threshold: SYSTEM_ERRORS,
      periods: 2,
      summary: "Requests to DynamoDB fail with system errors.",
      runbook: "table.md",
    },
    ...(data.standbyRegion !== undefined && {
      ReplicaBehind: {
        metric: replicationLag(data.table, data.standbyRegion),
        threshold: REPLICA_BEHIND.toMilliseconds(),
        periods: 3,
        summary: "The table's copy in the standby region lags by a minute or more.",
        runbook: "region-lost.md",
      },
    }),
  };
}
