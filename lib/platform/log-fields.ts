type FieldType = "text" | "number" | "boolean";

/**
 * Every field a log line may have: its type and meaning. A field has the same meaning in every line. No field holds personal data or
 * content: no names, email addresses, texts, locations or IP addresses.
 */
export const LOG_FIELDS = {
  bookingId: ["number", "The booking"],
  byProvider: ["boolean", "Whether the user signed in with the operator's identity provider"],
  causedBy: [
    "text",
    "`requestId` of the cause: the call that changed a booking, or the batch that recorded the event of a meeting",
  ],
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
export type FieldValue<N extends LogField> = Types[(typeof LOG_FIELDS)[N][0]];
