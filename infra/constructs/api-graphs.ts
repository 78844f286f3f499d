import type { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { type Graph, named } from "#infra/constructs/graph.ts";
import { ownMetric, PERIOD } from "#infra/constructs/metric.ts";

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
    { title: "Failed calls", left: [named("failed", ownMetric(scope, "call.failed"))] },
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
