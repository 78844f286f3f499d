import { Duration } from "aws-cdk-lib";
import { PERIOD } from "#infra/constructs/metric.ts";
import { replicationLag, systemErrors, throttled } from "#infra/constructs/table-metrics.ts";
import type { Watches } from "#infra/constructs/watch.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

const BACKLOG_SECONDS = Duration.minutes(30).toSeconds();
const THROTTLED_REQUESTS = 50;
const SYSTEM_ERRORS = 10;
const REPLICA_BEHIND = Duration.minutes(1);

/** Every queue, with its dead-letter queue. */
export const queuesOf = ({ events, deliveries, timers, payments }: DataStack) => ({
  Events: events,
  Deliveries: deliveries,
  Timers: timers,
  Payments: payments,
});

/** Every dead-letter queue. */
export const deadLettersOf = (data: DataStack) => ({
  ...Object.fromEntries(Object.entries(queuesOf(data)).map(([name, { deadLetters }]) => [name, deadLetters])),
  Stream: data.streamDeadLetters,
});

/** Alarms for dead letters, queue backlogs, and a table that throttles, fails or lags. */
export function dataWatches(data: DataStack): Watches {
  const deadLetters = Object.entries(deadLettersOf(data)).map(([name, queue]) => {
    const metric = queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "Maximum" });
    return [`${name}DeadLetters`, { metric, threshold: 1, periods: 1, runbook: "dead-letters.md" }] as const;
  });
  const backlogs = Object.entries(queuesOf(data)).map(([name, { queue }]) => {
    const metric = queue.metricApproximateAgeOfOldestMessage({ period: PERIOD });
    return [
      `${name}Backlog`,
      { metric, threshold: BACKLOG_SECONDS, periods: 2, runbook: "queue-backlog.md" },
    ] as const;
  });
  return {
    ...Object.fromEntries([...deadLetters, ...backlogs]),
    TableThrottled: {
      metric: throttled(data.table),
      threshold: THROTTLED_REQUESTS,
      periods: 2,
      runbook: "table.md",
    },
    TableFails: {
      metric: systemErrors(data.table),
      threshold: SYSTEM_ERRORS,
      periods: 2,
      runbook: "table.md",
    },
    ...(data.standbyRegion !== undefined && {
      ReplicaBehind: {
        metric: replicationLag(data.table, data.standbyRegion),
        threshold: REPLICA_BEHIND.toMilliseconds(),
        periods: 3,
        runbook: "region-lost.md",
      },
    }),
  };
}
