import type { MetricName } from "#lib/platform/metric-names.ts";

/** What each metric counts or measures, for people. */
export const METRIC_MEANINGS: Record<MetricName, string> = {
  "code.reused": "Authorization codes redeemed a second time",
  "refresh.reused": "Refresh tokens used after they were replaced",
  "client.auth_failed": "OAuth clients that failed to prove who they are",
  "sign_in.failed": "Sign-ins with a wrong password or address",
  "sign_in.throttled": "Sign-ins put off because too many had failed before",
  "sign_in.locked_user": "Sign-ins of locked users with the right password",
  "sign_in.provider_failed": "Sign-ins that failed by the operator's provider",
  "sign_in.provider_user_refused": "Users of the operator's provider who may not sign in here",
  "webhook.disabled": "Webhooks switched off because their subscriber is gone",
  "webhook.breaker_opened": "Subscribers left alone because they fail",
  "delivery.delivered": "Requests to subscribers that were answered with 2xx",
  "delivery.failed": "Requests to subscribers that were not",
  "delivery.first_attempt":
    "From the commit of an event to its first attempt, but of what waits for a failing subscriber",
  "delivery.ms": "Time a subscriber takes to answer",
  "meeting.late": "From when a meeting begins or ends to when it is told",
  "call.failed": "Calls that an endpoint answered with a failure",
  "table.round_trips": "Round trips to the table in a call, one after the other",
  "list.elements": "Elements of a list that a call answered",
  "ids.leased": "Numbers leased for ids",
  "ids.dropped": "Numbers leased and never used",
  "authorizer.failed": "Calls the authorizer could decide nothing about, through a fault of ours",
};
