/** A client of the Almanac API. */
export { type AlmanacClient, type ClientOptions, createClient } from "./create-client.ts";
export { type ElementOf, listAll, type Page } from "./list-all.ts";
export type { components, operations, paths } from "./schema.ts";
export { AlmanacError, type ErrorCode, type Outcome, type Problem, unwrap } from "./unwrap.ts";
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRefusal,
  type WebhookRequest,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export type { WebhookEvent } from "./webhook-event.ts";
