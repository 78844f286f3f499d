import type { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { type Graph, withLabel } from "#infra/constructs/graph.ts";
import { PERIOD, serviceMetric } from "#infra/constructs/metric.ts";

/** Graphs of the API: traffic, latency and failures. */
export function apiGraphs(scope: Construct, { restApi }: Api): Graph[] {
  const latency = (statistic: string) =>
    withLabel(statistic, restApi.metricLatency({ statistic, period: PERIOD }));
  return [
    {
      title: "Calls",
      left: [withLabel("calls", restApi.metricCount({ statistic: "Sum", period: PERIOD }))],
      right: [
        withLabel("4xx", restApi.metricClientError({ statistic: "Sum", period: PERIOD })),
        withLabel("5xx", restApi.metricServerError({ statistic: "Sum", period: PERIOD })),
      ],
    },
    { title: "Latency, ms", left: [latency("p50"), latency("p99")] },
    { title: "Failed calls", left: [withLabel("failed", serviceMetric(scope, "call.failed"))] },
    {
      title: "Round trips to the table per call",
      left: ["avg", "p99"].map((statistic) =>
        withLabel(statistic, serviceMetric(scope, "table.round_trips", { statistic })),
      ),
    },
    {
      title: "Lists",
      left: ["p50", "Maximum"].map((statistic) =>
        withLabel(`elements, ${statistic}`, serviceMetric(scope, "list.elements", { statistic })),
      ),
    },
  ];
}
