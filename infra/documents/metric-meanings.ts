import type { MetricName } from "#lib/platform/metrics.ts";

/** Meaning of each metric, for docs/logs.md. */
export const METRIC_MEANINGS: Record<MetricName, string> = {
  "code.reused": "Authorization codes that were redeemed a second time",
  "refresh.reused": "Refresh tokens that were used after they were replaced",
  "client.auth_failed": "Failed authentications of OAuth clients",
  "sign_in.failed": "Sign-ins with a wrong password or email address",
  "sign_in.throttled": "Sign-ins throttled after too many failures",
  "sign_in.locked_user": "Sign-ins of locked users with the right password",
  "sign_in.provider_failed": "Sign-ins that failed at the operator's identity provider",
  "sign_in.provider_user_rejected":
    "Sign-ins of the identity provider's users without access to this service",
  "webhook.disabled":
    "Webhooks that the service disabled, because their subscriber returned 410 or failed for five days",
  "webhook.breaker_opened": "Circuit breakers opened because a subscriber fails",
  "delivery.delivered": "Requests to subscribers with a 2xx response",
  "delivery.failed": "Requests to subscribers without a 2xx response",
  "delivery.first_attempt":
    "Time from the commit of an event to its first delivery attempt, without deliveries that wait for a failing subscriber",
  "delivery.ms": "Response time of subscribers",
  "meeting.late": "Time from the start or end of a meeting until its event is recorded",
  "calendar.written": "Changes of bookings that were written to the calendars of a host",
  "calendar.write_failed":
    "Attempts to write a booking to a calendar that failed, because of the calendar's server",
  "calendar.write_abandoned": "Bookings that were not written to a calendar after all attempts",
  "calendar.checked": "Checks of calendars of other servers that succeeded",
  "calendar.failed": "Checks of calendars of other servers that failed",
  "mail.queued": "Mails about events of bookings",
  "mail.sent": "Mails that the mail server accepted",
  "mail.skipped": "Mails that were not right any more when they were to be sent",
  "mail.failed": "Mails that could not be sent",
  "mail.age": "Time from the event of a mail to an attempt to send it",
  "call.failed": "Calls for which an endpoint returned a failure",
  "table.round_trips": "Sequential round trips to DynamoDB in a call",
  "list.elements": "Items in the response of a list",
  "ids.leased": "Ids leased",
  "ids.dropped": "Ids that were leased and never used",
  "authorizer.failed": "Calls that the authorizer could not decide because of a fault of the service",
};
