/** Where CloudWatch keeps the metrics of this service. */
export const NAMESPACE = "Almanac";

/** What tells the metrics of one deployment from those of another; its value is the name of the stack. */
export const STACK_DIMENSION = "stack";

/** Every metric the service keeps, with its unit as CloudWatch names it. */
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
  /** From the commit of an event to its first attempt. */
  "delivery.first_attempt": "Milliseconds",
} as const;

export type MetricName = keyof typeof METRICS;
