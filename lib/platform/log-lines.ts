import type { FieldValue, LogField } from "./log-fields.ts";
import type { MetricName } from "./metric-names.ts";

interface Line {
  says: string;
  /** Fields that every such line has. */
  fields: readonly LogField[];
  optional?: readonly LogField[];
  /** What the line may be a metric of, too. */
  metrics?: readonly MetricName[];
}

const COUNTED = ["ids.leased", "ids.dropped", "list.elements"] as const;

/** Every line a function may log, by its `event`. Only types are taken from it at run time, so no bundle holds it. */
export const LOG_LINES = {
  call: {
    says: "One call of the API, when its answer has left. Written by every endpoint, and for addresses that are none",
    fields: ["requestId", "endpoint", "method"],
    optional: [
      "route",
      "status",
      "ms",
      "credentialId",
      "failure",
      "undeclared",
      "roundTrips",
      "databaseCalls",
      "error",
      "stack",
      "traceId",
    ],
    metrics: ["call.failed", "table.round_trips", ...COUNTED],
  },
  authorized: {
    says: "What the authorizer decided about a call; the request id is that of the call",
    fields: ["requestId", "outcome", "ms", "roundTrips"],
    optional: ["traceId"],
    metrics: ["authorizer.failed"],
  },
  batch: {
    says: "One run of a function that works on a queue, the stream or a schedule",
    fields: ["requestId", "consumer", "ms", "roundTrips", "databaseCalls"],
    optional: ["records", "failed", "error", "stack", "traceId"],
    metrics: COUNTED,
  },
  "release probed": {
    says: "A release tried itself on the probe host before it got traffic; a reason or an error says why it may not",
    fields: [],
    optional: ["error", "reason"],
  },
  "batch taken apart": {
    says: "Messages that failed together; each is run alone now, and those that still fail say so themselves",
    fields: ["consumer", "records"],
    optional: ["error", "stack"],
  },
  "message failed": {
    says: "A message that comes again, or goes to the dead letters after the fifth time",
    fields: ["consumer", "messageId", "receives"],
    optional: ["error", "stack"],
  },
  "message rejected": {
    says: "A message that can never be right and was set aside",
    fields: ["consumer", "messageId", "code"],
  },
  "records failed": {
    says: "Records of the stream that come again",
    fields: ["consumer", "failed"],
  },
  "record unreadable": {
    says: "A record of the stream that holds no event",
    fields: ["recordId"],
    optional: ["error", "stack"],
  },
  "event published": {
    says: "An event of a booking is on its way",
    fields: ["eventId", "trigger", "bookingId"],
    optional: ["causedBy"],
  },
  "events were left behind": {
    says: "The sweep published what the stream did not",
    fields: ["published"],
  },
  "event fanned out": {
    says: "The webhooks of an event were found",
    fields: ["eventId", "trigger", "bookingId", "deliveries"],
    optional: ["causedBy"],
  },
  attempt: {
    says: "One request to a subscriber, recorded",
    fields: ["webhookId", "deliveryId", "kind", "class", "ms"],
    optional: ["status", "causedBy"],
    metrics: ["delivery.delivered", "delivery.failed", "delivery.first_attempt", "delivery.ms"],
  },
  "webhook disabled": {
    says: "A webhook was switched off, because its subscriber is gone",
    fields: ["webhookId", "reason"],
    metrics: ["webhook.disabled"],
  },
  "breaker opened": {
    says: "A subscriber fails, and is left alone until it answers a probe",
    fields: ["webhookId"],
    metrics: ["webhook.breaker_opened"],
  },
  "breaker closed": {
    says: "A subscriber answers again, and what waited for it is sent",
    fields: ["webhookId"],
  },
  timer: {
    says: "A timer went off",
    fields: ["timer"],
    optional: ["webhookId", "deliveryId", "bookingId", "trigger", "causedBy"],
  },
  "meeting told": {
    says: "A meeting began or ended, and its event was recorded",
    fields: ["trigger", "bookingId", "lateMs"],
    optional: ["causedBy"],
    metrics: ["meeting.late"],
  },
  security: {
    says: "Somebody may try to get in; each kind is a metric of that name",
    fields: ["kind"],
    optional: ["clientId", "userId", "grantId", "isKnownDevice", "subject", "reason", "failure"],
    metrics: [
      "code.reused",
      "refresh.reused",
      "client.auth_failed",
      "sign_in.failed",
      "sign_in.throttled",
      "sign_in.locked_user",
      "sign_in.provider_failed",
      "sign_in.provider_user_refused",
    ],
  },
  signed_in: {
    says: "Somebody signed in",
    fields: ["userId", "isKnownDevice"],
    optional: ["byProvider"],
  },
  "no ids were leased ahead": {
    says: "Ids for the next call could not be leased; it leases them itself",
    fields: ["kind"],
    optional: ["error"],
  },
} as const satisfies Record<string, Line>;

export type LogEvent = keyof typeof LOG_LINES;

type NamesIn<E extends LogEvent, Part extends string> = (typeof LOG_LINES)[E] extends {
  readonly [P in Part]: readonly (infer N)[];
}
  ? N
  : never;

/** The fields of a line. */
export type LogFields<E extends LogEvent> = {
  [N in Extract<NamesIn<E, "fields">, LogField>]: FieldValue<N>;
} & { [N in Extract<NamesIn<E, "optional">, LogField>]?: FieldValue<N> | undefined };

/** The metrics a line may be of. */
export type LoggedMetric<E extends LogEvent> = Extract<NamesIn<E, "metrics">, MetricName>;
