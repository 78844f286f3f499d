import { now } from "./clock.ts";
import { setting } from "./env.ts";
import { METRICS, type MetricName, NAMESPACE, STACK_DIMENSION } from "./metric-names.ts";

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string; Unit: string }[];
}

/** What makes a line metrics: which fields are some (CloudWatch, Embedded Metric Format specification), and of which stack. */
export type MetricFields<N extends MetricName> = { [M in N]?: number } & {
  [STACK_DIMENSION]: string;
  /** `Timestamp` is in milliseconds since 1970. */
  _aws: { Timestamp: number; CloudWatchMetrics: Directive[] };
};

/**
 * The fields that make a log line metrics, too; none without values. CloudWatch takes them from the log, so they cost no call and no permission.
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
