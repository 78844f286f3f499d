import type { Caller } from "#lib/access/caller.ts";
import { invalidField } from "#lib/http/failures.ts";
import { seal } from "#lib/platform/seal.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { webhookChange } from "./change.ts";
import { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";
import { namesOneTarget, type WebhookUpdate } from "./model.ts";
import { allowedTarget, readTarget, type TargetItems } from "./target.ts";

/** Changes a webhook; the next attempt of every delivery goes by it. Switching it on again forgets why it was off. */
export async function updateWebhook(
  caller: Caller,
  id: string,
  changes: WebhookUpdate,
): Promise<StoredWebhook> {
  const { secret, ...settings } = changes;
  return retryRefused(async () => {
    const [before, items] = await Promise.all([getWebhook(caller, id), readTarget(caller, changes)]);
    const after = StoredWebhook.parse({
      ...before,
      ...settings,
      ...changedTarget(caller, { before, changes, items }),
      ...(secret !== undefined && { sealedSecret: await seal(secret, { webhookId: id }) }),
      ...(changes.active && { disabledReason: null }),
    });
    await transact(webhookChange(before, after));
    return after;
  });
}

interface TargetChange {
  before: StoredWebhook;
  changes: WebhookUpdate;
  items: TargetItems;
}

/** Whose events it receives from now on; checked only where that changes. */
function changedTarget(
  caller: Caller,
  { before, changes, items }: TargetChange,
): Partial<ReturnType<typeof allowedTarget>> {
  const { eventTypeId = before.eventTypeId, teamId = before.teamId, platform = before.platform } = changes;
  const isSame =
    eventTypeId === before.eventTypeId && teamId === before.teamId && platform === before.platform;
  if (isSame) return {};
  const target = { eventTypeId, teamId, platform };
  if (!namesOneTarget(target))
    throw invalidField("#", "A webhook takes one of eventTypeId, teamId and platform.");
  return allowedTarget(caller, target, items);
}
