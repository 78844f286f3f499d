import { now, nowIso } from "#lib/platform/clock.ts";
import { all, equals } from "#lib/table/condition.ts";
import { ConditionFailed, ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { countItems } from "#lib/table/count.ts";
import { handOverDueItems } from "#lib/table/due.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { check, put, remove, replace } from "#lib/table/operations.ts";
import { getItem, queryKeyPages } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact, writeOne } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { type Delivery, DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { sendDeliveries } from "#lib/webhooks/deliveries/lanes.ts";
import { deliveryMessage } from "#lib/webhooks/deliveries/messages.ts";
import { breakerTimer } from "./breaker.ts";
import { type Health, isSlow, WebhookHealth } from "./entity.ts";

/** Value of the attribute `due` of deliveries that wait for a webhook's subscriber. */
export const waitingPartition = (webhookId: string): string => `webhook-${webhookId}`;

/**
 * Lets a delivery wait until its subscriber answers again; false when the breaker has closed meanwhile, so that the attempt
 * is to be made.
 */
export async function setDeliveryWaiting(delivery: Delivery): Promise<boolean> {
  const { webhookId, run, attemptCount } = delivery;
  const due = waitingPartition(webhookId);
  if (delivery.due === due) return true;
  const waiting = { ...delivery, due, wakesAt: nowIso() };
  try {
    await transact([
      check(WebhookHealth, { webhookId }, { if: equals("state", "open") }),
      put(DeliveryItem, waiting, { if: all(equals("run", run), equals("attemptCount", attemptCount)) }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Whoever changed the delivery in between is dealing with it.
    return !error.concerns(WebhookHealth);
  }
}

/** Milliseconds the index has to show what was parked last. */
const INDEX_DELAY = 60_000;
/** Milliseconds from the end of a turn to the next. */
const TURN_PAUSE = 30_000;
/** Milliseconds from the start of a turn after which the sweep sees to the next: it looks ahead, and a turn takes 30 s at most. */
const TURN_LEASE = 150_000;

/**
 * Sends what waited for a subscriber that answers again, oldest first, and looks again until nothing waits. A breaker that opens
 * again meanwhile keeps the rest. Each turn is taken once and sets the timer of the next, so there is one at a time, however
 * many timers go off; the sweep sets it again after a turn that ended halfway.
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

/** Undefined when the turn was taken before, or nothing is released any more. */
const startTurn = (webhookId: string, turn: number): Promise<Health | undefined> =>
  retryFailedCondition(async () => {
    const health = await getItem(WebhookHealth, { webhookId });
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

/** Keeps of it what still counts against the subscriber. One that has changed meanwhile is looked at again by the sweep. */
async function finishRelease(health: Health): Promise<void> {
  const { due: _, wakesAt: __, ...rest } = health;
  const { webhookId, version, failures } = health;
  const operation =
    failures === 0 && !isSlow(health)
      ? remove(WebhookHealth, { webhookId }, { ifVersion: version })
      : replace(WebhookHealth, health, { ...rest, state: "failing" });
  await ignoreFailedCondition(writeOne(operation));
}

/** Deliveries of one webhook that are on their way at most: its subscriber may be slow, and all webhooks share the queue. */
export const MOST_IN_FLIGHT = 1_000;
/** Milliseconds after which nothing is parked any more, whatever the clocks; less than the lease of what is sent. */
const CLOCK_SKEW = 60_000;

/**
 * Sends what waits for a subscriber since before it answered again, oldest first, and once more what was sent five minutes ago and is
 * still not attempted. `releasedAt` is when it answered, an ISO instant.
 */
export async function sendWaiting(webhookId: string, releasedAt: string): Promise<void> {
  const due = waitingPartition(webhookId);
  const wake = (deliveries: Delivery[]) => sendDeliveries(deliveries.map((each) => deliveryMessage(each)));
  const selection = { entity: DeliveryItem, due, wake };
  // What was parked is before it in the index, what has been sent since is behind it.
  const releaseEnd = new Date(Date.parse(releasedAt) + CLOCK_SKEW).toISOString();
  if (now() > Date.parse(releaseEnd))
    await handOverDueItems({ ...selection, after: releaseEnd, until: nowIso() });
  const sent = { index: KEYS_ONLY_INDEX, after: releaseEnd, most: MOST_IN_FLIGHT };
  const { count } = await countItems(DeliveryItem, { due }, sent);
  if (count < MOST_IN_FLIGHT)
    await handOverDueItems({ ...selection, until: releaseEnd, most: MOST_IN_FLIGHT - count });
}
