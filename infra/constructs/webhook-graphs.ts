import type { Construct } from "constructs";
import { type Graph, withLabel } from "#infra/constructs/graph.ts";
import { serviceMetric } from "#infra/constructs/metric.ts";
import type { MetricName } from "#lib/platform/metrics.ts";

/** Graphs of deliveries, checks of calendars and meeting events. */
export function deliveryGraphs(scope: Construct): Graph[] {
  const spread = (name: MetricName, statistics: readonly string[]) =>
    statistics.map((statistic) => withLabel(statistic, serviceMetric(scope, name, { statistic })));
  return [
    {
      title: "Attempts",
      left: [
        withLabel("delivered", serviceMetric(scope, "delivery.delivered")),
        withLabel("failed", serviceMetric(scope, "delivery.failed")),
      ],
    },
    { title: "Time from event to first attempt, ms", left: spread("delivery.first_attempt", ["p50", "p99"]) },
    { title: "Response time of subscribers, ms", left: spread("delivery.ms", ["p50", "p99"]) },
    {
      title: "Failing subscribers",
      left: [
        withLabel("circuit breakers opened", serviceMetric(scope, "webhook.breaker_opened")),
        withLabel("webhooks disabled", serviceMetric(scope, "webhook.disabled")),
      ],
    },
    {
      title: "Checks of calendars",
      left: [
        withLabel("succeeded", serviceMetric(scope, "calendar.checked")),
        withLabel("failed", serviceMetric(scope, "calendar.failed")),
      ],
    },
    { title: "Delay of meeting events, ms", left: spread("meeting.late", ["p50", "Maximum"]) },
  ];
}

/** Graphs of security events. */
export function securityGraphs(scope: Construct): Graph[] {
  const sums = (names: readonly MetricName[]) =>
    names.map((name) => withLabel(name, serviceMetric(scope, name)));
  return [
    { title: "Reused codes and refresh tokens", left: sums(["code.reused", "refresh.reused"]) },
    {
      title: "Sign-ins",
      left: sums(["sign_in.failed", "sign_in.throttled", "sign_in.locked_user"]),
      right: sums(["sign_in.provider_failed", "sign_in.provider_user_rejected"]),
    },
    {
      title: "Clients and credentials",
      left: sums(["client.auth_failed"]),
      right: sums(["authorizer.failed"]),
    },
  ];
}
