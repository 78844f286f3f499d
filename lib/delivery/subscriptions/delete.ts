import type { Caller } from "#lib/caller.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
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
