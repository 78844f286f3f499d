import type { Caller } from "#lib/caller.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { commit } from "#lib/table/commit.ts";
import { remove } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { webhookChange } from "./changes.ts";
import type { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";

/** Deletes a webhook; what is on its way to it is not sent any more. */
export async function deleteWebhook(
  caller: Caller,
  target: { id: string } & Expected,
): Promise<StoredWebhook> {
  return retryRefused(async () => {
    const webhook = await getWebhook(caller, target.id);
    requireMatch(target, webhook);
    const health = remove(WebhookHealth, { webhookId: webhook.id });
    return commit(webhook, [...webhookChange(webhook, undefined), health]);
  });
}
