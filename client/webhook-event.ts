import type { webhooks } from "./schema.ts";

/** The body of a request to a webhook without a template. `triggerEvent` is the kind of event, and determines the type of `payload`. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];
