import { Duration } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { expression, serviceMetric } from "#infra/constructs/metric.ts";

/** Minimum number of attempts in five minutes, and percentage of failures, that one subscriber cannot cause. */
const FEWEST_ATTEMPTS = 50;
const FAILED_PERCENT = 50;
const LATE_DELIVERY = Duration.minutes(1);
const LATE_MEETING = Duration.minutes(2);

/** Alarms for failing and late deliveries, and bookings that are not written to calendars. They use medians, because single late deliveries are normal. */
export function deliveryAlarms(scope: Construct): AlarmDefinitions {
  const delivered = serviceMetric(scope, "delivery.delivered");
  const failed = serviceMetric(scope, "delivery.failed");
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
    CalendarWritesFail: {
      metric: expression(
        "failed calendar writes, %",
        `IF(failed + written >= ${FEWEST_ATTEMPTS}, 100 * failed / (failed + written), 0)`,
        {
          failed: serviceMetric(scope, "calendar.write_failed"),
          written: serviceMetric(scope, "calendar.written"),
        },
      ),
      threshold: FAILED_PERCENT,
      periods: 3,
      summary: "At least half of all attempts to write bookings to calendars fail.",
      runbook: "calendar-writes-fail.md",
    },
    DeliveriesLate: {
      metric: serviceMetric(scope, "delivery.first_attempt", { statistic: "p50" }),
      threshold: LATE_DELIVERY.toMilliseconds(),
      periods: 3,
      summary: "Webhook deliveries start a minute or more after their events.",
      runbook: "deliveries-late.md",
    },
    MeetingsLate: {
      metric: serviceMetric(scope, "meeting.late", { statistic: "p50" }),
      threshold: LATE_MEETING.toMilliseconds(),
      periods: 2,
      summary: "MEETING_STARTED and MEETING_ENDED are two minutes late or more.",
      runbook: "meetings-late.md",
    },
  };
}
