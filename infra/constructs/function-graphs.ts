import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { Graph } from "#infra/constructs/graph.ts";
import { PERIOD } from "#infra/constructs/metric.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { type Registry, required } from "#infra/registry.ts";

/** Graphs of functions. Endpoints have only errors, duration and throttles. */
export function functionGraphs(registry: Registry, functions: ReadonlyMap<string, ServiceFunction>): Graph[] {
  const consumers = registry.consumers.map(({ spec }) => spec.id);
  const workers = [registry.authorizer.spec.id, ...consumers];
  const endpoints = registry.endpoints.map(({ spec }) => spec.id);
  const metricsOf = (ids: readonly string[], name: string, statistic: string): IMetric[] =>
    ids.map((label) => required(functions, label).lambda.metric(name, { statistic, label, period: PERIOD }));
  return [
    // Without the authorizer: it fails by design for each call without a credential. Its real errors are `authorizer.failed`.
    { title: "Errors", left: metricsOf([...consumers, ...endpoints], "Errors", "Sum") },
    { title: "Duration of endpoints, p99, ms", left: metricsOf(endpoints, "Duration", "p99") },
    { title: "Duration of other functions, p99, ms", left: metricsOf(workers, "Duration", "p99") },
    { title: "Throttles", left: metricsOf([...workers, ...endpoints], "Throttles", "Sum") },
    { title: "Concurrent executions", left: metricsOf(workers, "ConcurrentExecutions", "Maximum") },
  ];
}
