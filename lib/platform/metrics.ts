import { now } from "./clock.ts";
import { setting } from "./env.ts";
import { METRICS, type MetricName, NAMESPACE, STACK_DIMENSION } from "./metric-names.ts";

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string; Unit: string }[];
}

/** The fields that make a line metrics of a stack (CloudWatch, Embedded Metric Format specification). */
export type MetricFields<N extends MetricName> = { [M in N]?: number } & {
  [STACK_DIMENSION]: string;
  /** `Timestamp` is in milliseconds since 1970. */
  _aws: { Timestamp: number; CloudWatchMetrics: Directive[] };
};

/**
 * Returns the fields that add metrics to a log line; empty without values. CloudWatch reads metrics from the log, so they need no call and no
 * permission.
 *
 * @example
 * log("warn", "security", { kind, clientId, ...metrics({ "code.reused": 1 }) });
 */
export function metrics<N extends MetricName>(values: { [M in N]?: number }): Partial<MetricFields<N>> {
  const names = Object.keys(values) as MetricName[];
  if (names.length === 0) return {};
  return {
    [STACK_DIMENSION]: setting("STACK_NAME") ?? "none",
    ...values,
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [[STACK_DIMENSION]],
          Metrics: names.map((Name) => ({ Name, Unit: METRICS[Name] })),
        },
      ],
    },
  };
}
