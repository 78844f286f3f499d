import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { Graph } from "#infra/constructs/graph.ts";
import { PERIOD } from "#infra/constructs/metric.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { type Registry, required } from "#infra/registry.ts";

/** How the functions do; of those behind the API the errors and the slowest calls. */
export function functionGraphs(registry: Registry, functions: ReadonlyMap<string, ServiceFunction>): Graph[] {
  const consumers = registry.consumers.map(({ spec }) => spec.id);
  const workers = [registry.authorizer.spec.id, ...consumers];
  const endpoints = registry.endpoints.map(({ spec }) => spec.id);
  const of = (ids: readonly string[], name: string, statistic: string): IMetric[] =>
    ids.map((label) => required(functions, label).lambda.metric(name, { statistic, label, period: PERIOD }));
  return [
    // Not of the authorizer, which has to fail for each 401 of a call without credentials; its faults are `authorizer.failed`.
    { title: "Errors", left: of([...consumers, ...endpoints], "Errors", "Sum") },
    { title: "Duration of endpoints, p99, ms", left: of(endpoints, "Duration", "p99") },
    { title: "Duration of others, p99, ms", left: of(workers, "Duration", "p99") },
    { title: "Throttles", left: of([...workers, ...endpoints], "Throttles", "Sum") },
    { title: "Running at the same time", left: of(workers, "ConcurrentExecutions", "Maximum") },
  ];
}
