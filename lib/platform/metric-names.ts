/** Where CloudWatch keeps the metrics of this service. */
export const NAMESPACE = "Almanac";

/** What tells the metrics of one deployment from those of another; its value is the name of the stack. */
export const STACK_DIMENSION = "stackName";

/** Every metric the service keeps, with its unit as CloudWatch names it. Each costs by the month: see docs/logs.md. */
export const METRICS = {
  "code.reused": "Count",
  "refresh.reused": "Count",
  "client.auth_failed": "Count",
  "sign_in.failed": "Count",
  "sign_in.throttled": "Count",
  "sign_in.locked_user": "Count",
  "sign_in.provider_failed": "Count",
  "sign_in.provider_user_refused": "Count",
  "webhook.disabled": "Count",
  "webhook.breaker_opened": "Count",
  "delivery.delivered": "Count",
  "delivery.failed": "Count",
  "delivery.first_attempt": "Milliseconds",
  "delivery.ms": "Milliseconds",
  "meeting.late": "Milliseconds",
  "call.failed": "Count",
  "table.round_trips": "Count",
  "list.elements": "Count",
  "ids.leased": "Count",
  "ids.dropped": "Count",
  "authorizer.failed": "Count",
} as const;

export type MetricName = keyof typeof METRICS;

/** The field of its line that tells apart what a metric counts, beside the stack. */
export const METRIC_FIELDS: Partial<Record<MetricName, "failure">> = { "call.failed": "failure" };
