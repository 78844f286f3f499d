import type { Caller } from "#lib/access/caller.ts";
import { visibleOwner } from "#lib/access/visible-owner.ts";
import { notFound } from "#lib/http/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { type StoredWebhook, WebhookItem, WebhookOfUser } from "./entity.ts";

/** Reads one webhook of the caller; a system admin reads any. */
export async function getWebhook(caller: Caller, id: string): Promise<StoredWebhook> {
  const owner = visibleOwner(caller);
  const found = await (owner === "everybody"
    ? getItem(WebhookItem, { id })
    : getItem(WebhookOfUser, { userId: owner, id }));
  if (!found) throw notFound("Webhook");
  return found;
}
