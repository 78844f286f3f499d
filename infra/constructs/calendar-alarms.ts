import type { Construct } from "constructs";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { expression, serviceMetric } from "#infra/constructs/metric.ts";

/** Minimum number of checks in five minutes, and percentage of failures, that one calendar server cannot cause. */
const FEWEST_CHECKS = 50;
const FAILED_PERCENT = 50;

/** The alarm for calendars of other servers that can't be read. */
export function calendarAlarms(scope: Construct): AlarmDefinitions {
  const checked = serviceMetric(scope, "calendar.checked");
  const failed = serviceMetric(scope, "calendar.failed");
  return {
    CalendarsFail: {
      metric: expression(
        "failed checks, %",
        `IF(failed + checked >= ${FEWEST_CHECKS}, 100 * failed / (failed + checked), 0)`,
        { failed, checked },
      ),
      threshold: FAILED_PERCENT,
      periods: 3,
      summary: "At least half of all checks of connected calendars fail.",
      runbook: "calendars-fail.md",
    },
  };
}
