import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import type { Api } from "#infra/constructs/api.ts";
import { expression, PERIOD, serviceMetric } from "#infra/constructs/metric.ts";

/** Minimum number of server errors in five minutes, and minimum percentage of calls, for an alarm. */
const FEWEST_ERRORS = 5;
const ERROR_PERCENT = 1;
/** Minimum number of calls in five minutes for a meaningful p99. */
const FEWEST_CALLS = 100;
const SLOW = Duration.seconds(5);
const AUTHORIZER_FAILURES = 5;
const THROTTLES = 10;
/** 80 % of Lambda's default quota. A template can't contain the quota of an account. */
const CONCURRENCY = 800;

/** Alarms for failing and slow calls. */
export function apiAlarms(scope: Construct, { restApi }: Api): AlarmDefinitions {
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
      summary: "At least 1 % of the API's responses have status 5xx.",
      runbook: "api-errors.md",
    },
    ApiSlow: {
      metric: expression("p99 latency, ms", `IF(calls >= ${FEWEST_CALLS}, latency, 0)`, { calls, latency }),
      threshold: SLOW.toMilliseconds(),
      periods: 3,
      summary: "At least 1 % of the API's calls take five seconds or longer.",
      runbook: "api-slow.md",
    },
    AuthorizerFails: {
      metric: serviceMetric(scope, "authorizer.failed"),
      threshold: AUTHORIZER_FAILURES,
      periods: 2,
      summary: "The authorizer fails for some calls.",
      runbook: "authorizer-fails.md",
    },
    ...accountAlarms(),
  };
}

/** Alarms for all functions of the account. */
const accountAlarms = (): AlarmDefinitions => ({
  FunctionsThrottled: {
    metric: accountMetric("Throttles", "Sum"),
    threshold: THROTTLES,
    periods: 2,
    summary: "Lambda throttles functions of this account.",
    runbook: "functions-throttled.md",
  },
  ConcurrencyHigh: {
    metric: accountMetric("ConcurrentExecutions", "Maximum"),
    threshold: CONCURRENCY,
    periods: 2,
    summary: "Functions of this account use 80 % of Lambda's default quota of concurrency.",
    runbook: "functions-throttled.md",
  },
  RecursionStopped: {
    metric: accountMetric("RecursiveInvocationsDropped", "Sum"),
    threshold: 1,
    periods: 1,
    summary: "Lambda stopped a function of this account that calls itself through queues.",
    runbook: "dead-letters.md",
  },
});

/** A metric of all functions in the account, because they share one quota. */
const accountMetric = (metricName: string, statistic: "Sum" | "Maximum"): Metric =>
  new Metric({ namespace: "AWS/Lambda", metricName, statistic, period: PERIOD });
