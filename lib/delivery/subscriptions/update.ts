import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { type Health, WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { invalidField } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/kms.ts";
import { type Operation, remove, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { StoredWebhook } from "./entity.ts";
import { getWebhook } from "./get.ts";
import { ONE_TARGET, targetFieldsOf, type WebhookUpdate } from "./input.ts";
import { getApplicationFields, getUserFields } from "./owner.ts";
import { authorizeTarget, findTargetItems, type TargetItems } from "./target.ts";
import { webhookWrites } from "./writes.ts";

/**
 * Updates a webhook. The next attempt of each delivery uses the new settings. Enabling the webhook clears its `disabledReason`. A new
 * secret replaces all secrets immediately.
 */
export async function updateWebhook(
  caller: Caller,
  target: { id: string } & IfMatch,
  changes: WebhookUpdate,
): Promise<StoredWebhook> {
  const { id } = target;
  const { secret, ...settings } = changes;
  return retryFailedCondition(async () => {
    const [before, items, health] = await Promise.all([
      getWebhook(caller, id),
      findTargetItems(caller, changes),
      changes.active || changes.subscriberUrl !== undefined
        ? findItem(WebhookHealth, { webhookId: id })
        : undefined,
    ]);
    requireMatch(target, before);
    const after = StoredWebhook.parse({
      ...before,
      ...settings,
      ...(await holderChanges(caller, { before, changes, items })),
      ...(secret !== undefined && {
        sealedSecret: await encryptText(secret, { webhookId: id }),
        oldSecrets: [],
      }),
      ...(changes.active && { disabledReason: null }),
      version: before.version + 1,
    });
    const isOther = after.subscriberUrl !== before.subscriberUrl || (after.active && !before.active);
    return commitResult(after, [
      ...webhookWrites(before, after),
      ...(health && isOther ? [withoutFailures(health)] : []),
    ]);
  });
}

/**
 * Failures of another URL, or from before a webhook was disabled, no longer count. While deliveries wait, the probes go on, and only the days
 * without a success start again.
 */
const withoutFailures = (health: Health): Operation =>
  health.state === "failing"
    ? remove(WebhookHealth, { webhookId: health.webhookId }, { ifVersion: health.version })
    : replace(WebhookHealth, health, { ...health, failingSince: nowIso() });

interface HolderChange {
  before: StoredWebhook;
  changes: WebhookUpdate;
  items: TargetItems;
}

/**
 * The fields that say whose events the webhook receives, and with whose rights. Events may only go to a URL that was set by somebody
 * who can read them. So a user who changes the URL or the target becomes the user of the webhook, and an application that changes the
 * URL becomes its application. A change by a system admin does not change the user.
 */
async function holderChanges(
  caller: Caller,
  { before, changes, items }: HolderChange,
): Promise<Partial<StoredWebhook>> {
  const { eventTypeId = before.eventTypeId, teamId = before.teamId, platform = before.platform } = changes;
  const target = { eventTypeId, teamId, platform };
  const changesTarget =
    eventTypeId !== before.eventTypeId || teamId !== before.teamId || platform !== before.platform;
  const changesUrl = (changes.subscriberUrl ?? before.subscriberUrl) !== before.subscriberUrl;
  if (changesTarget && targetFieldsOf(target).length > 1)
    throw invalidField(
      `#/${targetFieldsOf(changes)[0]}`,
      `${ONE_TARGET} Remove the other one in the same request.`,
    );
  const targetFields = changesTarget
    ? { ...authorizeTarget(caller, target, items), targetSince: nowIso() }
    : {};
  const changer = (changesTarget || changesUrl) && !isSystemAdmin(caller) ? caller.userId : before.userId;
  const userId = items.eventType?.userId ?? changer;
  const [user, app] = await Promise.all([
    userId === before.userId ? {} : getUserFields(userId),
    changesUrl ? getApplicationFields(caller) : {},
  ]);
  return { ...targetFields, ...user, ...app };
}
