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
  "call.failed": "Count",
  "table.round_trips": "Count",
  "list.elements": "Count",
  "ids.leased": "Count",
  "ids.dropped": "Count",
  "authorizer.failed": "Count",
} as const;

export type MetricName = keyof typeof METRICS;
