type FieldType = "text" | "number" | "boolean";

/**
 * Every field a log line may have: its type, and what it says. A name means the same wherever it stands. No field holds what people
 * wrote or are called: no names, email addresses, texts, places, or addresses of machines.
 */
export const LOG_FIELDS = {
  bookingId: ["number", "The booking it is about"],
  byProvider: ["boolean", "Whether somebody signed in at the operator's provider"],
  causedBy: [
    "text",
    "`requestId` of the line it goes back to: of the call that changed a booking, or of the batch that told of its meeting",
  ],
  class: ["text", "How a subscriber answered: `2xx` to `5xx`, or `none` when it did not"],
  clientId: ["text", "The OAuth client; `unknown` for one that is none"],
  code: ["text", "Why a message was rejected, as a word"],
  consumer: ["text", "Id of the function that works on a queue, the stream or a schedule"],
  credentialId: ["text", "The API key or grant a call came with, never itself"],
  databaseCalls: ["number", "Calls to the table"],
  deliveries: ["number", "Webhooks that an event goes to"],
  deliveryId: ["text", "The delivery, as its API names it"],
  endpoint: ["text", "Id of the endpoint, as in docs/openapi.json"],
  error: ["text", "Name of an unexpected error; never its text, which may quote input"],
  eventId: ["text", "The event, as GET /events names it"],
  failed: ["number", "Messages or records of the batch that failed"],
  failure: ["text", "Code of the failure, as in docs/errors.md"],
  grantId: ["text", "The grant that was revoked"],
  isKnownDevice: ["boolean", "Whether the browser was used for this account before"],
  kind: ["text", "The kind of what the line is about"],
  lateMs: [
    "number",
    "Milliseconds from when a meeting began or ended, or its booking changed after that, until it was told",
  ],
  messageId: ["text", "The message, as SQS names it"],
  method: ["text", "Method of a call"],
  ms: ["number", "Milliseconds it took"],
  outcome: ["text", "What the authorizer decided: `Allow`, `Deny`, `none` (no credential), or `error`"],
  published: ["number", "Events that were published late"],
  reason: ["text", "Why, in words of the service or its provider's error code"],
  receives: ["number", "Times a message was taken from its queue"],
  recordId: ["text", "The record of the table's stream"],
  records: ["number", "Messages or records of the batch"],
  requestId: [
    "text",
    "Id of the call, as its caller is told in X-Request-Id; of a batch, that of its invocation",
  ],
  roundTrips: ["number", "Round trips to the table, one after the other"],
  route: ["text", "Route of a call, with the names of its parameters in place of their values"],
  stack: ["text", "Where an unexpected error came from, without its text"],
  status: ["number", "Status of an HTTP answer; of a subscriber's, missing when there was none"],
  subject: ["text", "Hash of the account, known browser or network whose sign-ins are put off"],
  timer: ["text", "What a timer was set for"],
  traceId: ["text", "The trace in X-Ray, of what is traced"],
  trigger: ["text", "What happened, as webhooks are told"],
  undeclared: ["boolean", "True when an endpoint fails in a way it does not declare: a fault of ours"],
  userId: ["number", "The user it is about"],
  webhookId: ["text", "The webhook it is about"],
} as const satisfies Record<string, readonly [FieldType, string]>;

export type LogField = keyof typeof LOG_FIELDS;

type Types = { text: string; number: number; boolean: boolean };

/** The type of a field's value. */
export type FieldValue<N extends LogField> = Types[(typeof LOG_FIELDS)[N][0]];
