import type { Construct } from "constructs";
import { ownMetric } from "#infra/constructs/metric.ts";
import type { Watches } from "#infra/constructs/watch.ts";

/** Failed proofs of clients in five minutes: what one client that has lost its secret makes in a minute of tries, and then some. */
const MANY_CLIENT_FAILURES = 100;
/** Sign-ins put off in five minutes: far more than people who have forgotten their password. */
const MANY_LOCK_OUTS = 50;

/** What to ring for when somebody may try to get in. */
export function securityWatches(scope: Construct): Watches {
  const theft = { threshold: 1, periods: 1, runbook: "token-theft.md" };
  return {
    CodeReused: { metric: ownMetric(scope, "code.reused"), ...theft },
    RefreshTokenReused: { metric: ownMetric(scope, "refresh.reused"), ...theft },
    ClientsFail: {
      metric: ownMetric(scope, "client.auth_failed"),
      threshold: MANY_CLIENT_FAILURES,
      periods: 1,
      runbook: "clients-fail.md",
    },
    SignInsThrottled: {
      metric: ownMetric(scope, "sign_in.throttled"),
      threshold: MANY_LOCK_OUTS,
      periods: 1,
      runbook: "sign-ins-throttled.md",
    },
  };
}
