import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { notFound } from "#lib/http/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { type StoredWebhook, WebhookItem, WebhookOfUser } from "./entity.ts";

/** Reads one webhook of the caller; a system admin reads any. */
export async function getWebhook(caller: Caller, id: string): Promise<StoredWebhook> {
  const found = isSystemAdmin(caller)
    ? await getItem(WebhookItem, { id })
    : await getItem(WebhookOfUser, { userId: caller.userId, id });
  if (!found) throw notFound("Webhook");
  return found;
}
