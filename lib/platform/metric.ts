import { now } from "./clock.ts";
import { setting } from "./env.ts";
import { METRICS, type MetricName, NAMESPACE, STACK_DIMENSION } from "./metrics.ts";

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
 * The fields that make a log line a metric, too. CloudWatch takes it from the log, so it costs no call and no permission.
 *
 * @example
 * log("warn", "security", { kind, clientId, ...metric("code.reused", 1) });
 */
export const metric = (name: MetricName, value: number) => ({
  [STACK_DIMENSION]: setting("STACK_NAME") ?? "none",
  [name]: value,
  _aws: {
    Timestamp: now(),
    CloudWatchMetrics: [
      {
        Namespace: NAMESPACE,
        Dimensions: [[STACK_DIMENSION]],
        Metrics: [{ Name: name, Unit: METRICS[name] }],
      },
    ],
  } satisfies MetricDirectives,
});
