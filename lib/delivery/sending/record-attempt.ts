import { breakerTimer, healthAfterAttempt, healthWrites } from "#lib/delivery/circuit-breaker/breaker.ts";
import { type Health, isSlow, WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import {
  type Attempt,
  type Delivery,
  DeliveryItem,
  replaceDelivery,
} from "#lib/delivery/deliveries/entity.ts";
import { attemptTimer, type DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { type StoredWebhook, WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { webhookWrites } from "#lib/delivery/subscriptions/writes.ts";
import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { LONGEST_DELAY } from "#lib/platform/queue.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { setTimers, type TimerSetting } from "#lib/storage/timers/timer.ts";
import { nextAttemptAt } from "./retry.ts";

/**
 * How an attempt ended. `isFinal`: no other attempt follows. `isSkipped`: no request was sent, for a reason that says nothing
 * about the subscriber.
 */
export interface AttemptResult extends Pick<Attempt, "status" | "error"> {
  answer?: string | null;
  retryAfterSeconds?: number | undefined;
  isFinal: boolean;
  isSkipped?: boolean;
}

/** A finished attempt, with the items that were read before it. */
interface FinishedAttempt {
  message: DeliveryMessage;
  delivery: Delivery;
  webhook: StoredWebhook | undefined;
  health: Health | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  result: AttemptResult;
}

/** The items after an attempt was recorded. */
interface RecordedAttempt {
  delivery: Delivery;
  healthBefore: Health | undefined;
  health: Health | undefined;
  /** Why this attempt disabled the webhook. */
  disabledReason: string | undefined;
}

/**
 * Writes an attempt to its delivery, and the resulting health of the subscriber, in one transaction; then logs the attempt and sets the
 * timers of the next attempt and probe. Does nothing if another function recorded the attempt first. If the subscriber responded with 410,
 * or has failed for days, the same transaction disables the webhook.
 */
export async function recordAttempt(finished: FinishedAttempt): Promise<void> {
  const recorded = await writeAttempt(finished);
  if (!recorded) return;
  const { delivery, healthBefore, health } = recorded;
  logAttempt(delivery, healthBefore);
  logWebhook(recorded);
  await setTimers([...attemptTimers(delivery), ...breakerTimers(healthBefore, health)]);
}

/** Sets the timer for the next attempt of a delivery again, in case it was lost. */
export const resetAttemptTimer = (delivery: Delivery): Promise<void> => setTimers(attemptTimers(delivery));

/** Returns undefined if another function recorded the attempt first. An attempt of an earlier run is only appended to the delivery. */
async function writeAttempt(finished: FinishedAttempt): Promise<RecordedAttempt | undefined> {
  const { delivery, message } = finished;
  const attempt = attemptOf(finished);
  // The items as they were read, or as a failed write returned them.
  let { webhook, health: healthBefore } = finished;
  let laterRun: Delivery | undefined;
  return retryFailedCondition(async (failed) => {
    if (failed?.concerns(WebhookItem)) webhook = failed.itemOf(WebhookItem);
    if (failed?.concerns(WebhookHealth)) healthBefore = failed.itemOf(WebhookHealth);
    if (failed?.concerns(DeliveryItem)) laterRun = failed.itemOf(DeliveryItem);
    if (failed?.concerns(DeliveryItem) && (laterRun?.run ?? delivery.run) === delivery.run) return undefined;
    const result = resultForWebhook(finished, webhook);
    const after = laterRun
      ? appendAttempt(laterRun, attempt)
      : afterAttempt({ ...finished, result }, attempt);
    const record = replaceDelivery(laterRun ?? delivery, after);
    const outcome = { ...result, ms: attempt.ms, isProbe: message.kind === "probe" };
    const { health, disabledReason } = healthAfterAttempt(webhook, healthBefore, outcome);
    const others = [
      ...healthWrites(healthBefore, health),
      ...(webhook && disabledReason !== undefined
        ? webhookWrites(webhook, { ...webhook, active: false, disabledReason })
        : []),
    ];
    // A single write costs half as much as a transaction. It is safe here if its response is lost: the attempt is final, or its
    // webhook is deleted.
    await (others.length === 0 ? writeOne(record) : transact([record, ...others]));
    return { delivery: after, healthBefore, health, disabledReason };
  });
}

/** The result of an attempt for the current webhook: a failure of a former URL says nothing about the current one. */
function resultForWebhook(
  { result, webhook: attempted }: FinishedAttempt,
  current: StoredWebhook | undefined,
): AttemptResult {
  const isSameUrl = !attempted || !current || attempted.subscriberUrl === current.subscriberUrl;
  return isSameUrl || result.error === null ? result : { ...result, isFinal: false, isSkipped: true };
}

const attemptOf = ({ message, webhook, startedAt, result }: FinishedAttempt): Attempt => ({
  at: new Date(startedAt).toISOString(),
  kind: message.kind,
  url: webhook?.subscriberUrl ?? null,
  status: result.status,
  error: result.error,
  answer: result.answer ?? null,
  ms: now() - startedAt,
});

function afterAttempt({ message, delivery, result }: FinishedAttempt, attempt: Attempt): Delivery {
  const { error, isFinal } = result;
  const appended = appendAttempt(delivery, attempt);
  // A failed probe doesn't count for the schedule; the delivery continues to wait.
  if (message.kind === "probe" && error !== null && !isFinal) return appended;
  const { due: _, wakesAt: __, ...rest } = appended;
  const attemptCount = delivery.attemptCount + 1;
  const next = isFinal ? undefined : nextAttemptAt(attemptCount, result);
  const after = { ...rest, attemptCount, nextAttemptAt: next ?? null };
  if (next === undefined) return { ...after, status: error === null ? "delivered" : "failed" };
  const isFar = Date.parse(next) - now() > LONGEST_DELAY * 1000;
  return isFar ? { ...after, due: duePartition("deliveries", delivery.id), wakesAt: next } : after;
}

/** Most attempts that a delivery contains: those of the schedule and many probes. */
const MAX_ATTEMPTS = 100;
/** Most bytes of a delivery as JSON. An item has at most 400 KB in the table, where it is smaller than as JSON. */
const LARGEST = 390 * 1024;

/** Appends an attempt to a delivery and drops the oldest ones that don't fit any more. */
function appendAttempt(delivery: Delivery, attempt: Attempt): Delivery {
  let bytesLeft = LARGEST - bytesOf({ ...delivery, attempts: [] });
  const latest: Attempt[] = [];
  for (const each of [attempt, ...delivery.attempts.toReversed()]) {
    bytesLeft -= bytesOf(each) + 1;
    if (bytesLeft < 0 || latest.length === MAX_ATTEMPTS) break;
    latest.push(each);
  }
  const dropped = delivery.attempts.length + 1 - latest.length;
  return {
    ...delivery,
    attempts: latest.reverse(),
    droppedAttempts: delivery.droppedAttempts + dropped,
  };
}

const bytesOf = (value: Delivery | Attempt): number => Buffer.byteLength(JSON.stringify(value));

/** The sweep sets the timers of deliveries in the due index. */
const attemptTimers = (delivery: Delivery): TimerSetting[] =>
  delivery.status === "pending" && delivery.due === undefined ? [attemptTimer(delivery)] : [];

function breakerTimers(before: Health | undefined, after: Health | undefined): TimerSetting[] {
  if (!after || after.state === "failing") return [];
  const isSame = before?.state === after.state && before.probes === after.probes;
  return isSame ? [] : [breakerTimer(after)];
}

function logAttempt(delivery: Delivery, healthBefore: Health | undefined): void {
  const last = delivery.attempts.at(-1);
  if (!last) return;
  const { kind, status, error, ms } = last;
  log("info", "attempt", {
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    kind,
    class: status === null ? "none" : `${Math.floor(status / 100)}xx`,
    ...(status !== null && { status }),
    ms,
    causedBy: delivery.causedBy,
    ...metrics({
      ...(error === null ? { "delivery.delivered": 1 } : { "delivery.failed": 1 }),
      ...(isFirst(delivery, last, healthBefore) && {
        "delivery.first_attempt": Date.parse(last.at) - Date.parse(delivery.createdAt),
      }),
      "delivery.ms": ms,
    }),
  });
}

/** Whether the time until this attempt measures the service: a delivery that waited is late because of its subscriber. */
const isFirst = ({ attemptCount }: Delivery, { kind }: Attempt, healthBefore: Health | undefined): boolean =>
  attemptCount === 1 &&
  kind === "scheduled" &&
  (healthBefore === undefined || (healthBefore.state === "failing" && !isSlow(healthBefore)));

function logWebhook({
  delivery: { webhookId },
  healthBefore,
  health,
  disabledReason,
}: RecordedAttempt): void {
  if (disabledReason !== undefined)
    log("warn", "webhook disabled", {
      webhookId,
      reason: disabledReason,
      ...metrics({ "webhook.disabled": 1 }),
    });
  if (health?.state === "open" && healthBefore?.state !== "open")
    log("warn", "breaker opened", { webhookId, ...metrics({ "webhook.breaker_opened": 1 }) });
  if (healthBefore?.state === "open" && health?.state !== "open")
    log("info", "breaker closed", { webhookId });
}
