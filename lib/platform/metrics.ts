import { now } from "./clock.ts";
import { setting } from "./env.ts";

/** CloudWatch namespace of the service's metrics. */
export const NAMESPACE = "Almanac";

/** Dimension that separates the metrics of deployments; its value is the name of the stack. */
export const STACK_DIMENSION = "stackName";

/** Every metric of the service, with its CloudWatch unit. Each metric costs money: see docs/logs.md. */
export const METRICS = {
  "code.reused": "Count",
  "refresh.reused": "Count",
  "client.auth_failed": "Count",
  "sign_in.failed": "Count",
  "sign_in.throttled": "Count",
  "sign_in.locked_user": "Count",
  "sign_in.provider_failed": "Count",
  "sign_in.provider_user_rejected": "Count",
  "webhook.disabled": "Count",
  "webhook.breaker_opened": "Count",
  "delivery.delivered": "Count",
  "delivery.failed": "Count",
  "delivery.first_attempt": "Milliseconds",
  "delivery.ms": "Milliseconds",
  "meeting.late": "Milliseconds",
  "calendar.written": "Count",
  "calendar.write_failed": "Count",
  "calendar.write_abandoned": "Count",
  "calendar.checked": "Count",
  "calendar.failed": "Count",
  "mail.queued": "Count",
  "mail.sent": "Count",
  "mail.skipped": "Count",
  "mail.failed": "Count",
  "mail.age": "Milliseconds",
  "call.failed": "Count",
  "table.round_trips": "Count",
  "list.elements": "Count",
  "ids.leased": "Count",
  "ids.dropped": "Count",
  "authorizer.failed": "Count",
} as const;

export type MetricName = keyof typeof METRICS;

const DEFINITIONS = Object.entries(METRICS).map(([Name, Unit]) => ({ Name, Unit }));

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
  const Metrics = DEFINITIONS.filter(({ Name }) => Name in values);
  if (Metrics.length === 0) return {};
  return {
    [STACK_DIMENSION]: setting("STACK_NAME") ?? "none",
    ...values,
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [[STACK_DIMENSION]],
          Metrics,
        },
      ],
    },
  };
}
