import { Duration } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { expression, ownMetric } from "#infra/constructs/metric.ts";
import type { Watches } from "#infra/constructs/watch.ts";

/** Attempts in five minutes, and the share of them, in percent, that can't be the fault of one subscriber. */
const FEWEST_ATTEMPTS = 50;
const FAILED_PERCENT = 50;
const LATE_DELIVERY = Duration.minutes(1);
const LATE_MEETING = Duration.minutes(2);

/** What to ring for when subscribers hear nothing, or too late. Medians, for a single late one has its own reasons. */
export function deliveryWatches(scope: Construct): Watches {
  const delivered = ownMetric(scope, "delivery.delivered");
  const failed = ownMetric(scope, "delivery.failed");
  return {
    DeliveriesFail: {
      metric: expression(
        "failed attempts, %",
        `IF(failed + delivered >= ${FEWEST_ATTEMPTS}, 100 * failed / (failed + delivered), 0)`,
        { failed, delivered },
      ),
      threshold: FAILED_PERCENT,
      periods: 3,
      runbook: "deliveries-fail.md",
    },
    DeliveriesLate: {
      metric: ownMetric(scope, "delivery.first_attempt", { statistic: "p50" }),
      threshold: LATE_DELIVERY.toMilliseconds(),
      periods: 3,
      runbook: "deliveries-late.md",
    },
    MeetingsLate: {
      metric: ownMetric(scope, "meeting.late", { statistic: "p50" }),
      threshold: LATE_MEETING.toMilliseconds(),
      periods: 2,
      runbook: "meetings-late.md",
    },
  };
}
