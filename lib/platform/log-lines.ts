import type { MetricName } from "./metrics.ts";

type FieldType = "text" | "number" | "boolean";

/**
 * Every field a log line may have: its type and meaning. A field has the same meaning in every line. No field holds personal data or
 * content: no names, email addresses, texts, locations or IP addresses.
 */
export const LOG_FIELDS = {
  bookingId: ["number", "The booking"],
  byProvider: ["boolean", "Whether the user signed in with the operator's identity provider"],
  calendarId: ["number", "The calendar"],
  calendars: ["number", "Number of calendars"],
  causedBy: [
    "text",
    "`requestId` of the cause: the call that changed a booking, or the batch that recorded the event of a meeting",
  ],
  changed: ["boolean", "Whether the busy times of a calendar changed"],
  class: ["text", "Result of a request to a subscriber: `2xx` to `5xx`, or `none` without a response"],
  clientId: ["text", "The OAuth client; `unknown` for an id that does not exist"],
  code: ["text", "Reason why a message was rejected, as a code"],
  consumer: ["text", "Id of the function that processes a queue, the stream or a schedule"],
  credentialId: ["text", "Id of the API key or grant of a call; never the credential itself"],
  databaseCalls: ["number", "Number of calls to DynamoDB"],
  deliveries: ["number", "Number of webhooks that receive an event"],
  deliveryId: ["text", "The delivery, as in the API"],
  endpoint: ["text", "Id of the endpoint, as in docs/openapi.json"],
  error: [
    "text",
    "Name of an unexpected error, or of a temporary one of AWS; never its message, which may contain input",
  ],
  eventId: ["text", "The event, as in GET /events"],
  failed: ["number", "Number of messages or records of the batch that failed"],
  failure: ["text", "Failure code, as in docs/errors.md"],
  grantId: ["text", "The revoked grant"],
  isKnownDevice: ["boolean", "Whether the browser was used for this account before"],
  kind: ["text", "Kind of the subject of the line"],
  lateMs: [
    "number",
    "Milliseconds from the start or end of a meeting, or a later change of its booking, until its event was recorded",
  ],
  mails: ["number", "Number of mails"],
  messageId: ["text", "The message's id in SQS"],
  method: ["text", "HTTP method of a call"],
  ms: ["number", "Duration in milliseconds"],
  outcome: ["text", "Decision of the authorizer: `Allow`, `Deny`, `none` (no credential), or `error`"],
  published: ["number", "Number of events that were published late"],
  reason: ["text", "Reason, as a text of the service or the error code of the identity provider"],
  receives: ["number", "How often a message was received from its queue"],
  recordId: ["text", "The record of the table's stream"],
  records: ["number", "Number of messages or records in the batch"],
  requestId: [
    "text",
    "Id of the call, as in its X-Request-Id header; for a batch, id of the Lambda invocation",
  ],
  roundTrips: ["number", "Number of sequential round trips to DynamoDB"],
  route: ["text", "Route of a call, with parameter names instead of values"],
  shard: ["number", "Number of the shard of an index"],
  stack: ["text", "Stack trace of an unexpected error, without its message"],
  status: ["number", "HTTP status of a response; missing if a subscriber did not respond"],
  subject: ["text", "Hash of the account, known browser or network whose sign-ins are throttled"],
  timer: ["text", "Kind of the timer"],
  tool: ["text", "The tool that an AI agent called, as in docs/agents.md"],
  traceId: ["text", "Id of the X-Ray trace, if the call is traced"],
  trigger: ["text", "Event trigger, as in webhooks"],
  undeclared: ["boolean", "True if an endpoint fails with a code that it does not declare, which is a bug"],
  userId: ["number", "The user"],
  webhookId: ["text", "The webhook"],
} as const satisfies Record<string, readonly [FieldType, string]>;

export type LogField = keyof typeof LOG_FIELDS;

type Types = { text: string; number: number; boolean: boolean };

/** The type of a field's value. */
type FieldValue<N extends LogField> = Types[(typeof LOG_FIELDS)[N][0]];

interface Line {
  description: string;
  /** Fields of every such line. */
  fields: readonly LogField[];
  optional?: readonly LogField[];
  /** Metrics that the line may contain. */
  metrics?: readonly MetricName[];
}

const COUNTED = ["ids.leased", "ids.dropped", "list.elements"] as const;

/** Every line a function may log, by its `event`. Functions import only its types, so it is in no bundle. */
export const LOG_LINES = {
  call: {
    description:
      "A call of the API, after its response is sent. Every endpoint writes it, and so does the function for unknown paths",
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
      "tool",
      "error",
      "stack",
      "traceId",
    ],
    metrics: ["call.failed", "table.round_trips", ...COUNTED],
  },
  authorized: {
    description: "The authorizer's decision about a call, with the request id of the call",
    fields: ["requestId", "outcome", "ms", "roundTrips"],
    optional: ["traceId"],
    metrics: ["authorizer.failed"],
  },
  batch: {
    description: "One run of a function that processes a queue, the stream or a schedule",
    fields: ["requestId", "consumer", "ms", "roundTrips", "databaseCalls"],
    optional: ["records", "failed", "error", "stack", "traceId"],
    metrics: COUNTED,
  },
  "release probed": {
    description:
      "The probe of a new release on the probe host, before the release gets traffic. With a `reason` or an `error`, the release failed",
    fields: [],
    optional: ["error", "reason"],
  },
  "batch split": {
    description:
      "A batch of messages or stream records that failed together. Each is processed alone, and logged again if it still fails",
    fields: ["consumer", "records"],
    optional: ["error", "stack"],
  },
  "message failed": {
    description:
      "A message whose processing failed. It is retried, and moves to the dead-letter queue after the fifth failure",
    fields: ["consumer", "messageId", "receives"],
    optional: ["error", "stack"],
  },
  "message rejected": {
    description: "A message that can never be valid. It moved to the dead-letter queue",
    fields: ["consumer", "messageId", "code"],
  },
  "records failed": {
    description: "Stream records that failed and are retried",
    fields: ["consumer", "failed"],
  },
  "record failed": {
    description:
      "A stream record whose processing failed. It is retried, and moves to the dead-letter queue after its retries",
    fields: ["consumer", "recordId"],
    optional: ["error", "stack"],
  },
  "record unreadable": {
    description: "A stream record without a valid event",
    fields: ["recordId"],
    optional: ["error", "stack"],
  },
  "event published": {
    description: "An event of a booking, sent to the events queue",
    fields: ["eventId", "trigger", "bookingId"],
    optional: ["causedBy"],
  },
  "missed events published": {
    description: "Events that the stream reader did not publish, published by the sweep",
    fields: ["published"],
  },
  "event fanned out": {
    description: "An event, with the number of webhooks that receive it",
    fields: ["eventId", "trigger", "bookingId", "deliveries"],
    optional: ["causedBy"],
  },
  attempt: {
    description: "A request to a subscriber, with its result",
    fields: ["webhookId", "deliveryId", "kind", "class", "ms"],
    optional: ["status", "causedBy"],
    metrics: ["delivery.delivered", "delivery.failed", "delivery.first_attempt", "delivery.ms"],
  },
  "webhook disabled": {
    description:
      "The service disabled a webhook, because its subscriber returned 410 or failed for five days",
    fields: ["webhookId", "reason"],
    metrics: ["webhook.disabled"],
  },
  "breaker opened": {
    description: "A subscriber fails. Its deliveries wait until a probe succeeds",
    fields: ["webhookId"],
    metrics: ["webhook.breaker_opened"],
  },
  "breaker closed": {
    description: "A subscriber works again. Its waiting deliveries are sent",
    fields: ["webhookId"],
  },
  timer: {
    description: "A timer fired",
    fields: ["timer"],
    optional: [
      "userId",
      "webhookId",
      "deliveryId",
      "bookingId",
      "calendarId",
      "trigger",
      "causedBy",
      "kind",
      "shard",
    ],
  },
  "meeting event recorded": {
    description: "A meeting started or ended, and its event was recorded",
    fields: ["trigger", "bookingId", "lateMs"],
    optional: ["causedBy"],
    metrics: ["meeting.late"],
  },
  "calendar write": {
    description:
      "A booking was written to the calendars of a host, or removed. With a `failure`, it is tried again",
    fields: ["userId", "bookingId"],
    optional: ["failure"],
    metrics: ["calendar.written", "calendar.write_failed"],
  },
  "calendar write abandoned": {
    description:
      "A booking could not be written to a calendar for half a day. Its next change is written again",
    fields: ["userId", "bookingId", "failure"],
    metrics: ["calendar.write_abandoned"],
  },
  "mails queued": {
    description: "An event, with the number of mails about it",
    fields: ["eventId", "trigger", "bookingId", "mails"],
    optional: ["causedBy"],
    metrics: ["mail.queued"],
  },
  "mail sent": {
    description: "The mail server accepted a mail",
    fields: ["userId", "bookingId", "eventId", "kind"],
    optional: ["causedBy"],
    metrics: ["mail.sent", "mail.age"],
  },
  "mail delayed": {
    description: "An attempt to send a mail failed. It is tried again",
    fields: ["userId", "bookingId", "eventId", "kind", "reason"],
    optional: ["causedBy"],
    metrics: ["mail.age"],
  },
  "mail failed": {
    description: "A mail could not be sent: the mail server rejected it, or all attempts failed",
    fields: ["userId", "bookingId", "eventId", "kind", "reason"],
    optional: ["causedBy"],
    metrics: ["mail.failed", "mail.age"],
  },
  "mail skipped": {
    description:
      "A mail that is not right any more, because something newer happened to the booking, or it is too late",
    fields: ["userId", "bookingId", "eventId", "kind", "reason"],
    optional: ["causedBy"],
    metrics: ["mail.skipped"],
  },
  "mail reported": {
    description:
      "Amazon SES reported that a mail was delivered or rejected, or that its recipient complained",
    fields: ["userId", "bookingId", "eventId", "kind"],
    optional: ["reason"],
  },
  "calendar checked": {
    description: "A calendar of another server was read, or was unchanged, or could not be read",
    fields: ["userId", "calendarId", "kind", "changed", "ms"],
    optional: ["failure"],
    metrics: ["calendar.checked", "calendar.failed"],
  },
  "calendar checks not requested": {
    description: "The queue did not accept checks of the calendars of hosts whose slots were listed",
    fields: ["calendars"],
  },
  security: {
    description: "A possible attack. Each `kind` is also a metric of that name",
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
      "sign_in.provider_user_rejected",
    ],
  },
  signed_in: {
    description: "A user signed in",
    fields: ["userId", "isKnownDevice"],
    optional: ["byProvider"],
  },
  "id lease failed": {
    description: "Ids for later calls could not be leased in advance. The next call leases them itself",
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

/** The metrics that a line may contain. */
export type LoggedMetric<E extends LogEvent> = Extract<NamesIn<E, "metrics">, MetricName>;
