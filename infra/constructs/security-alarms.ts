import type { Construct } from "constructs";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { serviceMetric } from "#infra/constructs/metric.ts";

/** Failed client authentications in five minutes: more than one client with an old secret causes in a minute of retries. */
const MANY_CLIENT_FAILURES = 100;
/** Throttled sign-ins in five minutes: far more than users with a forgotten password cause. */
const MANY_THROTTLED_SIGN_INS = 50;

/** Alarms for possible attacks. */
export function securityAlarms(scope: Construct): AlarmDefinitions {
  const theft = { threshold: 1, periods: 1, runbook: "token-theft.md" };
  return {
    CodeReused: {
      summary: "An authorization code was used a second time.",
      metric: serviceMetric(scope, "code.reused"),
      ...theft,
    },
    RefreshTokenReused: {
      summary: "A refresh token was used after it was replaced.",
      metric: serviceMetric(scope, "refresh.reused"),
      ...theft,
    },
    ClientsFail: {
      metric: serviceMetric(scope, "client.auth_failed"),
      threshold: MANY_CLIENT_FAILURES,
      periods: 1,
      summary: "Many authentications of OAuth clients fail.",
      runbook: "clients-fail.md",
    },
    SignInsThrottled: {
      metric: serviceMetric(scope, "sign_in.throttled"),
      threshold: MANY_THROTTLED_SIGN_INS,
      periods: 1,
      summary: "Many sign-ins are throttled: somebody guesses passwords.",
      runbook: "sign-ins-throttled.md",
    },
  };
}
