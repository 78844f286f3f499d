import { now } from "./clock.ts";
import { setting } from "./env.ts";
import { METRICS, type MetricName, NAMESPACE, STACK_DIMENSION } from "./metric-names.ts";

/** What tells CloudWatch which fields of a line are metrics (CloudWatch, Embedded Metric Format specification). */
export interface MetricDirectives {
  /** Milliseconds since 1970. */
  Timestamp: number;
  CloudWatchMetrics: {
    Namespace: string;
    Dimensions: string[][];
    Metrics: { Name: string; Unit: string }[];
  }[];
}

/**
 * The fields that make a log line metrics, too. CloudWatch takes them from the log, so they cost no call and no permission.
 *
 * @example
 * log("warn", "security", { kind, clientId, ...metrics({ "code.reused": 1 }) });
 */
export const metrics = (values: Partial<Record<MetricName, number>>) => ({
  [STACK_DIMENSION]: setting("STACK_NAME") ?? "none",
  ...values,
  _aws: {
    Timestamp: now(),
    CloudWatchMetrics: [
      {
        Namespace: NAMESPACE,
        Dimensions: [[STACK_DIMENSION]],
        Metrics: Object.keys(values).map((name) => ({ Name: name, Unit: METRICS[name as MetricName] })),
      },
    ],
  } satisfies MetricDirectives,
});
