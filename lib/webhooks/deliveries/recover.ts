import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { Instant } from "#lib/platform/instant.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { queryBatch, type Range } from "#lib/table/query.ts";
import { getItem } from "#lib/table/read.ts";
import { runInParts, transact } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { type StoredWebhook, WebhookItem } from "#lib/webhooks/subscriptions/entity.ts";
import { getWebhook, requireActive } from "#lib/webhooks/subscriptions/get.ts";
import { type Delivery, DeliveryItem, newRun, replaceDelivery } from "./entity.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage, type WebhookTimer, webhookTimer } from "./messages.ts";

const MAX_DAYS = 14;

/** Request body of a recovery. */
export const WebhookRecovery = z.strictObject({
  since: Instant.describe(`A time at most ${MAX_DAYS} days ago`),
});
export type WebhookRecovery = z.output<typeof WebhookRecovery>;

/** Starts a resend of all deliveries that have failed since an instant. A timer does it, because there may be many. */
export async function recoverWebhook(
  caller: Caller,
  id: string,
  { since }: WebhookRecovery,
): Promise<StoredWebhook> {
  const webhook = await getWebhook(caller, id);
  requireActive(webhook);
  const ago = now() - Date.parse(since);
  if (ago < 0 || ago > MAX_DAYS * 86_400_000)
    throw invalidField("#/since", `must be a time within the last ${MAX_DAYS} days`);
  const until = nowIso();
  const timer = { timer: "recovery", webhookId: webhook.id, since, until } as const;
  await runInParts(() => setTimers([webhookTimer(timer, until)]));
  return webhook;
}

type Recovery = Extract<WebhookTimer, { timer: "recovery" }>;

/** Deliveries read in one round trip. */
const PAGE = 100;
/** Milliseconds after which a run sets a timer for the rest. */
const LONGEST_RUN = 20_000;

/**
 * Resends the failed deliveries of a period, oldest first, except tests. A resent delivery is pending, so a repeated run does not resend
 * it again.
 */
export async function recoverDeliveries({ webhookId, since, until, after }: Recovery): Promise<void> {
  const webhook = await getItem(WebhookItem, { id: webhookId });
  if (!webhook?.active) return;
  const startedAt = now();
  let position: string | undefined = after ?? `D#${since}`;
  while (position !== undefined && now() - startedAt <= LONGEST_RUN)
    position = await recoverPage(webhookId, { after: position, until: `D#${until}\uffff`, limit: PAGE });
  if (position === undefined) return;
  const timer: Recovery = { timer: "recovery", webhookId, since, until, after: position };
  await setTimers([webhookTimer(timer, nowIso())]);
}

/** Resends the failed deliveries of a range. Returns the position to continue from, if any. */
async function recoverPage(webhookId: string, range: Range): Promise<string | undefined> {
  const { items, next } = await queryBatch(DeliveryItem, { webhookId }, range);
  const restarted = await Promise.all(items.filter(isFailedEvent).map(startNewRun));
  await sendDeliveries(restarted.filter((each) => each !== undefined).map((each) => deliveryMessage(each)));
  return next;
}

const isFailedEvent = ({ status, event }: Delivery): boolean => status === "failed" && event !== null;

/** The delivery in its new run; undefined if another call changed it in the meantime. */
async function startNewRun(before: Delivery): Promise<Delivery | undefined> {
  const after = newRun(before);
  return (await ignoreFailedCondition(transact([replaceDelivery(before, after)]))) ? after : undefined;
}
