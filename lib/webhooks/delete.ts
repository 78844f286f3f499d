import type { Caller } from "#lib/access/caller.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { webhookChange } from "./change.ts";
import type { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";

/** Deletes a webhook; what is on its way to it is not sent any more. */
export async function deleteWebhook(caller: Caller, id: string): Promise<StoredWebhook> {
  return retryRefused(async () => {
    const webhook = await getWebhook(caller, id);
    await transact(webhookChange(webhook, undefined));
    return webhook;
  });
}
