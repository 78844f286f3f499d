import type { webhooks } from "./schema.ts";

/** What a webhook without a template is sent: `triggerEvent` says which event it is, and so what its payload holds. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];
