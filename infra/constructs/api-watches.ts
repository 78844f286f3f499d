import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { expression, ownMetric, PERIOD } from "#infra/constructs/metric.ts";
import type { Watches } from "#infra/constructs/watch.ts";

/** Server errors in five minutes that are not one caller's bad luck, and the share of calls, in percent, that is not noise. */
const FEWEST_ERRORS = 5;
const ERROR_PERCENT = 1;
/** Calls in five minutes that make a hundredth of them mean something. */
const FEWEST_CALLS = 100;
const SLOW = Duration.seconds(5);
const AUTHORIZER_FAILURES = 5;
const THROTTLES = 10;

/** What to ring for when callers are not answered, or not in time. */
export function apiWatches(scope: Construct, { restApi }: Api): Watches {
  const errors = restApi.metricServerError({ period: PERIOD, statistic: "Sum" });
  const calls = restApi.metricCount({ period: PERIOD, statistic: "Sum" });
  const latency = restApi.metricLatency({ period: PERIOD, statistic: "p99" });
  return {
    ApiErrors: {
      metric: expression(
        "server errors, % of calls",
        `IF(errors >= ${FEWEST_ERRORS}, 100 * errors / calls, 0)`,
        { errors, calls },
      ),
      threshold: ERROR_PERCENT,
      periods: 2,
      runbook: "api-errors.md",
    },
    ApiSlow: {
      metric: expression("p99 latency, ms", `IF(calls >= ${FEWEST_CALLS}, latency, 0)`, { calls, latency }),
      threshold: SLOW.toMilliseconds(),
      periods: 3,
      runbook: "api-slow.md",
    },
    AuthorizerFails: {
      metric: ownMetric(scope, "authorizer.failed"),
      threshold: AUTHORIZER_FAILURES,
      periods: 2,
      runbook: "authorizer-fails.md",
    },
    FunctionsThrottled: {
      metric: accountThrottles(),
      threshold: THROTTLES,
      periods: 2,
      runbook: "functions-throttled.md",
    },
  };
}

/** Of all functions of the account, for they share one limit. */
const accountThrottles = (): Metric =>
  new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum", period: PERIOD });
