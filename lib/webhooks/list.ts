import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { queryPages } from "#lib/table/read.ts";
import { WebhookItem, WebhookOfUser } from "./entity.ts";
import type { Webhook } from "./model.ts";
import { shownWebhook } from "./shown.ts";

/** The webhooks a caller may see, oldest first, page by page: their own; all for a system admin. */
export async function* listWebhooks(caller: Caller): AsyncGenerator<Webhook[]> {
  const pages = isSystemAdmin(caller)
    ? queryPages(WebhookItem, {}, { index: "GSI2" })
    : queryPages(WebhookOfUser, { userId: caller.userId });
  for await (const page of pages) yield page.map(shownWebhook);
}
