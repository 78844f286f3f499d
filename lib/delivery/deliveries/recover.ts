import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { probeWebhook } from "#lib/delivery/circuit-breaker/probe.ts";
import { type StoredWebhook, sinceTarget, WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook, requireActive } from "#lib/delivery/subscriptions/get.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { RangeStart } from "#lib/platform/instant.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { queryBatch, type Range } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { runInParts, transact } from "#lib/storage/table/write.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { type Delivery, DeliveryItem, newRun, replaceDelivery, waitingPartition } from "./entity.ts";
import { sendDeliveries } from "./lanes.ts";
import { deliveryMessage, type WebhookTimer, webhookTimer } from "./messages.ts";

const MAX_DAYS = 14;

/** Request body of a recovery. */
export const WebhookRecovery = z.strictObject({
  since: RangeStart.describe(`A time at most ${MAX_DAYS} days ago; a date means its first moment.`),
});
export type WebhookRecovery = z.output<typeof WebhookRecovery>;

/** The deliveries of a recovery when it starts. */
export const RecoveryCount = z.object({
  failed: z.int().describe("Deliveries that had failed and are sent again."),
  waiting: z
    .int()
    .describe("Deliveries that waited for a retry or for your server, and are sent now if it responds."),
  hasMore: z
    .boolean()
    .describe("Whether there are more: counting stops after 5 MB of deliveries. They are sent, too."),
});
export type RecoveryCount = z.output<typeof RecoveryCount>;

/**
 * Starts a resend of all deliveries that have failed since an instant or wait for a retry, and counts them and those that wait for the subscriber, except
 * those from before the webhook's target changed. A timer sends them, because there may be many.
 */
export async function recoverWebhook(
  caller: Caller,
  id: string,
  { since }: WebhookRecovery,
): Promise<RecoveryCount & { webhook: StoredWebhook }> {
  const webhook = await getWebhook(caller, id);
  requireActive(webhook);
  const ago = now() - Date.parse(since);
  if (ago < 0 || ago > MAX_DAYS * 86_400_000)
    throw invalidField("#/since", `must be a time within the last ${MAX_DAYS} days`);
  const until = nowIso();
  const timer = {
    timer: "recovery",
    webhookId: webhook.id,
    since: sinceTarget(webhook, since),
    until,
  } as const;
  const count = await countDeliveries(timer);
  await runInParts(() => setTimers([webhookTimer(timer, until)]));
  return { webhook, ...count };
}

type Recovery = Extract<WebhookTimer, { timer: "recovery" }>;

/** Most round trips that count deliveries, each of up to 1 MB. */
const MAX_COUNT_TRIPS = 5;

async function countDeliveries({ webhookId, since, until }: Recovery): Promise<RecoveryCount> {
  const count = { failed: 0, waiting: 0 };
  let position: string | undefined = `D#${since}`;
  for (let trips = 0; position !== undefined && trips < MAX_COUNT_TRIPS; trips += 1) {
    const range: Range = { after: position, until: endOf(until) };
    const { items, next } = await queryBatch(DeliveryItem, { webhookId }, range);
    const events = items.filter(({ event }) => event !== null);
    count.failed += events.filter(({ status }) => status === "failed").length;
    count.waiting += events.filter((each) => waitsForRetry(each) || waitsForSubscriber(each)).length;
    position = next;
  }
  return { ...count, hasMore: position !== undefined };
}

/** The end of the range of deliveries of events up to an instant. */
const endOf = (until: string): string => `D#${until}\uffff`;

/** Whether a recovery resends a delivery: it has failed, or waits for a retry. Tests are not resent. */
const isRecoverable = (delivery: Delivery): boolean =>
  delivery.event !== null && (delivery.status === "failed" || waitsForRetry(delivery));

/** A delivery whose next attempt is due is already being sent. */
const waitsForRetry = (delivery: Delivery): boolean =>
  delivery.status === "pending" &&
  delivery.nextAttemptAt !== null &&
  delivery.nextAttemptAt > nowIso() &&
  !waitsForSubscriber(delivery);

const waitsForSubscriber = ({ due, webhookId }: Delivery): boolean => due === waitingPartition(webhookId);

/** Deliveries read in one round trip. */
const PAGE = 100;
/** Milliseconds after which a run sets a timer for the rest. */
const LONGEST_RUN = 20_000;

/**
 * Resends the failed deliveries of a period and those that wait for a retry, oldest first, except tests. A resent delivery is in another
 * run without a planned attempt, so neither the earlier retry nor a repeated recovery sends it again. If the breaker is open, a probe
 * is sent immediately: when it succeeds, the deliveries that wait for the subscriber follow.
 */
export async function recoverDeliveries({ webhookId, since, until, after }: Recovery): Promise<void> {
  const webhook = await findItem(WebhookItem, { id: webhookId });
  if (!webhook?.active) return;
  if (after === undefined) await probeNow(webhookId);
  const startedAt = now();
  let position: string | undefined = after ?? `D#${since}`;
  while (position !== undefined && now() - startedAt <= LONGEST_RUN)
    position = await recoverPage(webhookId, { after: position, until: endOf(until), limit: PAGE });
  if (position === undefined) return;
  const timer: Recovery = { timer: "recovery", webhookId, since, until, after: position };
  await setTimers([webhookTimer(timer, nowIso())]);
}

async function probeNow(webhookId: string): Promise<void> {
  const health = await findItem(WebhookHealth, { webhookId });
  if (health?.state === "open") await probeWebhook({ webhookId, probe: health.probes });
}

/** Resends the deliveries of a range. Returns the position to continue from, if any. */
async function recoverPage(webhookId: string, range: Range): Promise<string | undefined> {
  const { items, next } = await queryBatch(DeliveryItem, { webhookId }, range);
  const restarted = await Promise.all(items.filter(isRecoverable).map(startNewRun));
  await sendDeliveries(restarted.filter((each) => each !== undefined).map((each) => deliveryMessage(each)));
  return next;
}

/** The delivery in its new run; undefined if another call changed it in the meantime. */
async function startNewRun(before: Delivery): Promise<Delivery | undefined> {
  const after = newRun(before);
  return (await ignoreFailedCondition(transact([replaceDelivery(before, after)]))) ? after : undefined;
}
