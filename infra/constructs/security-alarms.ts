import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Watch } from "#infra/constructs/alarms.ts";
import { type MetricName, NAMESPACE, STACK_DIMENSION } from "#lib/platform/metric-names.ts";

/** Failed proofs of clients in five minutes: what one client that has lost its secret makes in a minute of tries, and then some. */
const MANY_CLIENT_FAILURES = 100;
/** Sign-ins put off in five minutes: far more than people who have forgotten their password. */
const MANY_LOCK_OUTS = 50;

/** What to ring for when somebody may try to get in. */
export function securityWatches(scope: Construct): [string, Watch][] {
  const counted = (name: MetricName) =>
    new Metric({
      namespace: NAMESPACE,
      metricName: name,
      dimensionsMap: { [STACK_DIMENSION]: Stack.of(scope).stackName },
      statistic: "Sum",
      period: Duration.minutes(5),
    });
  const theft = { threshold: 1, periods: 1, runbook: "token-theft.md" };
  return [
    ["CodeReused", { metric: counted("code.reused"), ...theft }],
    ["RefreshTokenReused", { metric: counted("refresh.reused"), ...theft }],
    [
      "ClientsFail",
      {
        metric: counted("client.auth_failed"),
        threshold: MANY_CLIENT_FAILURES,
        periods: 1,
        runbook: "clients-fail.md",
      },
    ],
    [
      "SignInsThrottled",
      {
        metric: counted("sign_in.throttled"),
        threshold: MANY_LOCK_OUTS,
        periods: 1,
        runbook: "sign-ins-throttled.md",
      },
    ],
  ];
}
