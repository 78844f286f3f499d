import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import { remove } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import type { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";
import { webhookWrites } from "./writes.ts";

/** Deletes a webhook. Its pending deliveries are not sent. */
export async function deleteWebhook(
  caller: Caller,
  target: { id: string } & IfMatch,
): Promise<StoredWebhook> {
  return retryFailedCondition(async () => {
    const webhook = await getWebhook(caller, target.id);
    requireMatch(target, webhook);
    const health = remove(WebhookHealth, { webhookId: webhook.id });
    return commitResult(webhook, [...webhookWrites(webhook, undefined), health]);
  });
}
