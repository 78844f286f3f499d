import type { Caller } from "#lib/access/caller.ts";
import { visibleOwner } from "#lib/access/visible-owner.ts";
import type { ListSource } from "#lib/http/list-source.ts";
import { listOfPartition } from "#lib/table/list-of-partition.ts";
import { WebhookItem, WebhookOfUser } from "./entity.ts";
import type { Webhook } from "./model.ts";
import { shownWebhook as shown } from "./shown.ts";

/** The webhooks a caller may see, oldest first: their own; all for a system admin. */
export function listWebhooks(caller: Caller): ListSource<Webhook> {
  const owner = visibleOwner(caller);
  return owner === "everybody"
    ? listOfPartition(WebhookItem, {}, { index: "GSI2", shown })
    : listOfPartition(WebhookOfUser, { userId: owner }, { shown });
}
