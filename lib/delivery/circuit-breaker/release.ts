import { type Delivery, DeliveryItem, waitingPartition } from "#lib/delivery/deliveries/entity.ts";
import { sendDeliveries } from "#lib/delivery/deliveries/lanes.ts";
import { deliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { type IndexRunResult, processDueItems, requireReadable } from "#lib/storage/table/due.ts";
import { KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";
import { remove, replace } from "#lib/storage/table/operations.ts";
import { countItems, queryKeyPages } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { breakerTimer } from "./breaker.ts";
import { type Health, isSlow, WebhookHealth } from "./entity.ts";

/** Milliseconds until the index contains the last delivery that was made to wait. */
const INDEX_DELAY = 60_000;
/** Milliseconds between two turns. */
const TURN_PAUSE = 30_000;
/** Milliseconds from the start of a turn until the sweep may start the next one; a turn takes at most 30 s. */
const TURN_LEASE = 150_000;

/**
 * Sends the deliveries that waited for a subscriber, oldest first, in turns until none waits. If the breaker opens again, the rest
 * continues to wait. A turn starts only once and sets the timer of the next, so only one runs at a time, however many timers run. If a
 * turn does not finish, the sweep sets the timer again.
 */
export async function releaseDeliveries({
  webhookId,
  turn,
}: {
  webhookId: string;
  turn: number;
}): Promise<void> {
  const health = await startTurn(webhookId, turn);
  if (!health) return;
  const releasedAt = health.releasedAt ?? nowIso();
  await sendWaiting(webhookId, releasedAt);
  const hasSettled = now() - Date.parse(releasedAt) > INDEX_DELAY;
  if (hasSettled && (await isNoneWaiting(waitingPartition(webhookId)))) return finishRelease(health);
  await setTimers([{ ...breakerTimer(health), at: inMilliseconds(TURN_PAUSE) }]);
}

/** Marks a turn as started. Returns undefined if it has already started, or the release has ended. */
const startTurn = (webhookId: string, turn: number): Promise<Health | undefined> =>
  retryFailedCondition(async () => {
    const health = await findItem(WebhookHealth, { webhookId });
    if (health?.state !== "releasing" || health.turns !== turn) return undefined;
    const started = {
      ...health,
      turns: turn + 1,
      wakesAt: inMilliseconds(TURN_LEASE),
      version: health.version + 1,
    };
    await transact([replace(WebhookHealth, health, started)]);
    return started;
  });

const inMilliseconds = (span: number): string => new Date(now() + span).toISOString();

async function isNoneWaiting(due: string): Promise<boolean> {
  for await (const keys of queryKeyPages(DeliveryItem, { due }, { index: KEYS_ONLY_INDEX, limit: 1 }))
    if (keys.length > 0) return false;
  return true;
}

/** Deletes the health, unless earlier failures still count. If the health has changed in the meantime, the sweep continues the release. */
async function finishRelease(health: Health): Promise<void> {
  const { due: _, wakesAt: __, ...rest } = health;
  const { webhookId, version, failures } = health;
  const operation =
    failures === 0 && !isSlow(health)
      ? remove(WebhookHealth, { webhookId }, { ifVersion: version })
      : replace(WebhookHealth, health, { ...rest, state: "failing" });
  await ignoreFailedCondition(writeOne(operation));
}

/** Maximum deliveries of one webhook in the queue at once: its subscriber may be slow, and all webhooks share the queue. */
export const MAX_IN_FLIGHT = 1_000;
/** Milliseconds of clock skew after which no delivery is made to wait any more; less than the lease of sent deliveries. */
const CLOCK_SKEW = 60_000;

/**
 * Sends the deliveries that have waited since before the subscriber responded, oldest first, and again those that were sent five
 * minutes ago and are not yet attempted. `releasedAt` is the time of that response (ISO 8601).
 */
async function sendWaiting(webhookId: string, releasedAt: string): Promise<void> {
  const due = waitingPartition(webhookId);
  const process = (deliveries: Delivery[]) => sendDeliveries(deliveries.map((each) => deliveryMessage(each)));
  const selection = { entity: DeliveryItem, due, process };
  // In the index, waiting deliveries are before this time, and those that were sent since are after it.
  const releaseEnd = new Date(Date.parse(releasedAt) + CLOCK_SKEW).toISOString();
  const runs: IndexRunResult[] = [];
  if (now() > Date.parse(releaseEnd))
    runs.push(await processDueItems({ ...selection, after: releaseEnd, until: nowIso() }));
  const sent = { index: KEYS_ONLY_INDEX, after: releaseEnd, most: MAX_IN_FLIGHT };
  const { count } = await countItems(DeliveryItem, { due }, sent);
  if (count < MAX_IN_FLIGHT)
    runs.push(await processDueItems({ ...selection, until: releaseEnd, most: MAX_IN_FLIGHT - count }));
  requireReadable(...runs);
}
