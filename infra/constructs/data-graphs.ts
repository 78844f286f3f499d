import type { Construct } from "constructs";
import { deadLettersOf, queuesOf } from "#infra/constructs/data-alarms.ts";
import { type Graph, withLabel } from "#infra/constructs/graph.ts";
import { PERIOD, serviceMetric } from "#infra/constructs/metric.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { systemErrors, tableMetric, throttled } from "#infra/constructs/table-metrics.ts";
import { type Registry, required } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

interface Parts {
  data: DataStack;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** Graphs of queues, the stream and the table. */
export function dataGraphs(scope: Construct, { data, registry, functions }: Parts): Graph[] {
  const queues = Object.entries(queuesOf(data));
  const maximum = { statistic: "Maximum", period: PERIOD };
  const readers = registry.consumers.filter(({ spec }) => "stream" in spec.source);
  return [
    {
      title: "Age of oldest message, s",
      left: queues.map(([label, { queue }]) =>
        queue.metricApproximateAgeOfOldestMessage({ ...maximum, label }),
      ),
    },
    {
      title: "Messages waiting",
      left: queues.map(([label, { queue }]) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label }),
      ),
    },
    {
      title: "Dead letters",
      left: Object.entries(deadLettersOf(data)).map(([label, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label }),
      ),
    },
    {
      title: "Stream: iterator age, ms",
      left: readers.map(({ spec }) =>
        required(functions, spec.id).lambda.metric("IteratorAge", { ...maximum, label: spec.id }),
      ),
    },
    {
      title: "Table: consumed capacity units",
      left: [
        withLabel("read", tableMetric(data.table, "ConsumedReadCapacityUnits")),
        withLabel("written", tableMetric(data.table, "ConsumedWriteCapacityUnits")),
      ],
    },
    {
      title: "Table: throttled and failed requests",
      left: [throttled(data.table), systemErrors(data.table)],
      right: [withLabel("transaction conflicts", tableMetric(data.table, "TransactionConflict"))],
    },
    {
      title: "Ids",
      left: [
        withLabel("leased", serviceMetric(scope, "ids.leased")),
        withLabel("discarded", serviceMetric(scope, "ids.dropped")),
      ],
    },
  ];
}
