import { Stack } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { type Graph, named } from "#infra/constructs/graph.ts";
import { ownMetric, PERIOD } from "#infra/constructs/metric.ts";
import type { FailureCode } from "#lib/failures.ts";
import { METRIC_FIELDS, type MetricName, NAMESPACE, STACK_DIMENSION } from "#lib/platform/metric-names.ts";

/** Failure codes of bookings that are rejected because the time or the seats are taken. */
const CONFLICTS = [
  "no_available_users_found_error",
  "booking_conflict",
  "booking_seats_full",
] as const satisfies FailureCode[];

/** Graphs of the API: traffic, latency and failures. */
export function apiGraphs(scope: Construct, { restApi }: Api): Graph[] {
  const latency = (statistic: string) =>
    named(statistic, restApi.metricLatency({ statistic, period: PERIOD }));
  return [
    {
      title: "Calls",
      left: [named("calls", restApi.metricCount({ statistic: "Sum", period: PERIOD }))],
      right: [
        named("4xx", restApi.metricClientError({ statistic: "Sum", period: PERIOD })),
        named("5xx", restApi.metricServerError({ statistic: "Sum", period: PERIOD })),
      ],
    },
    { title: "Latency, ms", left: [latency("p50"), latency("p99")] },
    { title: "Failures by code", left: [byField(scope, "call.failed")] },
    {
      title: "Rejected bookings by reason",
      left: CONFLICTS.map((failure) => named(failure, ownMetric(scope, "call.failed", { by: { failure } }))),
    },
    {
      title: "Round trips to the table per call",
      left: ["avg", "p99"].map((statistic) =>
        named(statistic, ownMetric(scope, "table.round_trips", { statistic })),
      ),
    },
    {
      title: "Lists",
      left: ["p50", "Maximum"].map((statistic) =>
        named(`elements, ${statistic}`, ownMetric(scope, "list.elements", { statistic })),
      ),
    },
  ];
}

/** A metric with a dimension of its own: one line for each value of the dimension. */
function byField(scope: Construct, name: MetricName): MathExpression {
  const { stackName } = Stack.of(scope);
  const schema = [NAMESPACE, STACK_DIMENSION, METRIC_FIELDS[name]].join(",");
  const search = `{${schema}} MetricName="${name}" ${STACK_DIMENSION}="${stackName}"`;
  return new MathExpression({ label: "", expression: `SEARCH('${search}', 'Sum')`, period: PERIOD });
}
