import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { invalidField } from "#lib/http/failures.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { seal } from "#lib/platform/seal.ts";
import { commit } from "#lib/table/commit.ts";
import { type Operation, remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { webhookChange } from "./change.ts";
import { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";
import { type Health, WebhookHealth } from "./health.ts";
import { namesOneTarget, type WebhookUpdate } from "./model.ts";
import { allowedTarget, readTarget, type TargetItems } from "./target.ts";

/**
 * Changes a webhook; the next attempt of every delivery goes by it. Switching it on again forgets why it was off; another
 * secret replaces all there were at once.
 */
export async function updateWebhook(
  caller: Caller,
  target: { id: string } & Expected,
  changes: WebhookUpdate,
): Promise<StoredWebhook> {
  const { id } = target;
  const { secret, ...settings } = changes;
  return retryRefused(async () => {
    const [before, items, health] = await Promise.all([
      getWebhook(caller, id),
      readTarget(caller, changes),
      changes.active ? getItem(WebhookHealth, { webhookId: id }) : undefined,
    ]);
    requireMatch(target, before);
    const after = StoredWebhook.parse({
      ...before,
      ...settings,
      ...(await changedTarget(caller, { before, changes, items })),
      ...(secret !== undefined && { sealedSecret: await seal(secret, { webhookId: id }), oldSecrets: [] }),
      ...(changes.active && { disabledReason: null }),
      version: before.version + 1,
    });
    const forgotten = !before.active && health?.state === "failing" ? forgetHealth(health) : [];
    return commit(after, [...webhookChange(before, after), ...forgotten]);
  });
}

/** What failed before a webhook was switched off says nothing about how it is from now on. */
const forgetHealth = ({ webhookId, version }: Health): Operation[] => [
  remove(WebhookHealth, { webhookId }, { ifVersion: version }),
];

interface TargetChange {
  before: StoredWebhook;
  changes: WebhookUpdate;
  items: TargetItems;
}

/**
 * Whose events it receives from now on; checked where that changes, since sending checks it anew. Sending knows the user
 * but no token, so for an admin's token without the scope ADMIN it is checked with every change.
 */
async function changedTarget(
  caller: Caller,
  { before, changes, items }: TargetChange,
): Promise<Partial<ReturnType<typeof allowedTarget>>> {
  const { eventTypeId = before.eventTypeId, teamId = before.teamId, platform = before.platform } = changes;
  const target = { eventTypeId, teamId, platform };
  const isSame =
    eventTypeId === before.eventTypeId && teamId === before.teamId && platform === before.platform;
  const isBelowRole = caller.role === "ADMIN" && !isSystemAdmin(caller);
  if (isSame && !isBelowRole) return {};
  if (!namesOneTarget(target))
    throw invalidField("#", "A webhook takes one of eventTypeId, teamId and platform.");
  return allowedTarget(caller, target, isSame ? await readTarget(caller, target) : items);
}
