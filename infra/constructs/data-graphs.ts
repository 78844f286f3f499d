import type { Construct } from "constructs";
import { deadLettersOf, queuesOf } from "#infra/constructs/data-watches.ts";
import { type Graph, named } from "#infra/constructs/graph.ts";
import { ownMetric, PERIOD } from "#infra/constructs/metric.ts";
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
  const most = { statistic: "Maximum", period: PERIOD };
  const readers = registry.consumers.filter(({ spec }) => "stream" in spec.source);
  return [
    {
      title: "Age of oldest message, s",
      left: queues.map(([label, { queue }]) => queue.metricApproximateAgeOfOldestMessage({ ...most, label })),
    },
    {
      title: "Messages waiting",
      left: queues.map(([label, { queue }]) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...most, label }),
      ),
    },
    {
      title: "Dead letters",
      left: Object.entries(deadLettersOf(data)).map(([label, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...most, label }),
      ),
    },
    {
      title: "Stream: iterator age, ms",
      left: readers.map(({ spec }) =>
        required(functions, spec.id).lambda.metric("IteratorAge", { ...most, label: spec.id }),
      ),
    },
    {
      title: "Table: consumed capacity units",
      left: [
        named("read", tableMetric(data.table, "ConsumedReadCapacityUnits")),
        named("written", tableMetric(data.table, "ConsumedWriteCapacityUnits")),
      ],
    },
    {
      title: "Table: throttled and failed requests",
      left: [throttled(data.table), systemErrors(data.table)],
      right: [named("transaction conflicts", tableMetric(data.table, "TransactionConflict"))],
    },
    {
      title: "Ids",
      left: [
        named("leased", ownMetric(scope, "ids.leased")),
        named("discarded", ownMetric(scope, "ids.dropped")),
      ],
    },
  ];
}
