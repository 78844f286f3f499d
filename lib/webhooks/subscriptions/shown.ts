import type { StoredWebhook } from "./entity.ts";
import type { Webhook } from "./schema.ts";

/** A webhook without its secret, as every answer but that of a create shows it. */
export const shownWebhook = (webhook: StoredWebhook): Webhook => ({ ...webhook, secret: null });
