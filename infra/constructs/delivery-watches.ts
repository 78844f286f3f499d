import { Duration } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { expression, ownMetric } from "#infra/constructs/metric.ts";
import type { Watches } from "#infra/constructs/watch.ts";

/** Minimum number of attempts in five minutes, and percentage of failures, that one subscriber cannot cause. */
const FEWEST_ATTEMPTS = 50;
const FAILED_PERCENT = 50;
const LATE_DELIVERY = Duration.minutes(1);
const LATE_MEETING = Duration.minutes(2);

/** Alarms for failing and late deliveries. They use medians, because single late deliveries are normal. */
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
      summary: "At least half of all webhook deliveries fail.",
      runbook: "deliveries-fail.md",
    },
    DeliveriesLate: {
      metric: ownMetric(scope, "delivery.first_attempt", { statistic: "p50" }),
      threshold: LATE_DELIVERY.toMilliseconds(),
      periods: 3,
      summary: "Webhook deliveries start a minute or more after their events.",
      runbook: "deliveries-late.md",
    },
    MeetingsLate: {
      metric: ownMetric(scope, "meeting.late", { statistic: "p50" }),
      threshold: LATE_MEETING.toMilliseconds(),
      periods: 2,
      summary: "MEETING_STARTED and MEETING_ENDED are two minutes late or more.",
      runbook: "meetings-late.md",
    },
  };
}
