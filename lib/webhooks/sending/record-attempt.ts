import { now } from "#lib/platform/clock.ts";
import { LONGEST_DELAY } from "#lib/platform/queue.ts";
import { present } from "#lib/table/condition.ts";
import { check, type Operation, put, remove, replace } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry-failed-condition.ts";
import { transact, writeOne } from "#lib/table/write.ts";
import { dueAs } from "#lib/timers/due.ts";
import { afterFailure, afterSuccess, released } from "#lib/webhooks/circuit-breaker/breaker.ts";
import { reasonToDisable } from "#lib/webhooks/circuit-breaker/disable.ts";
import { type Health, WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import {
  type Attempt,
  type Delivery,
  DeliveryItem,
  type DeliveryMessage,
} from "#lib/webhooks/deliveries/entity.ts";
import { replaceRun } from "#lib/webhooks/deliveries/new-run.ts";
import { webhookChange } from "#lib/webhooks/subscriptions/changes.ts";
import { type StoredWebhook, WebhookItem } from "#lib/webhooks/subscriptions/entity.ts";
import { tellAttempt } from "./append-attempt.ts";
import { nextAttemptAt } from "./retry.ts";

/**
 * How an attempt ended; `isFinal` when no other shall follow. `isOwn`: it was not made, for a reason that says nothing about the
 * subscriber.
 */
export interface AttemptResult extends Pick<Attempt, "status" | "error"> {
  answer?: string | null;
  retryAfterSeconds?: number | undefined;
  isFinal: boolean;
  isOwn?: boolean;
}

interface Made {
  message: DeliveryMessage;
  delivery: Delivery;
  webhook: StoredWebhook | undefined;
  health: Health | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  result: AttemptResult;
}

/** What there is after an attempt was recorded. */
export interface Recorded {
  delivery: Delivery;
  before: Health | undefined;
  health: Health | undefined;
  /** Why the webhook was switched off by it. */
  disabledReason: string | undefined;
}

/**
 * Writes an attempt to its delivery, and what it says about the subscriber, in one transaction; undefined when another function
 * recorded this attempt first. A subscriber that is gone, or fails for days, is switched off with it. An attempt of a run that
 * somebody has begun anew meanwhile is only told of.
 */
export async function recordAttempt(made: Made): Promise<Recorded | undefined> {
  const { delivery, result, message } = made;
  const attempt = attemptOf(made);
  // As they were read, or as they stood when they last refused.
  let { webhook, health: before } = made;
  let anew: Delivery | undefined;
  return retryFailedCondition(async (refused) => {
    if (refused?.concerns(WebhookItem)) webhook = refused.itemOf(WebhookItem);
    if (refused?.concerns(WebhookHealth)) before = refused.itemOf(WebhookHealth);
    if (refused?.concerns(DeliveryItem)) anew = refused.itemOf(DeliveryItem);
    if (refused?.concerns(DeliveryItem) && (anew?.run ?? delivery.run) === delivery.run) return undefined;
    const after = anew ? tellAttempt(anew, attempt) : withAttempt(made, attempt);
    const record = replaceRun(anew ?? delivery, after);
    // One that is deleted has no health.
    const failed = result.error !== null && !result.isOwn && webhook !== undefined;
    const found = failed
      ? afterFailure(delivery.webhookId, before, { ms: attempt.ms, isProbe: message.kind === "probe" })
      : undefined;
    const disabledReason = webhook?.active ? reasonToDisable(result, found) : undefined;
    const health =
      disabledReason !== undefined && found
        ? drained(found)
        : (found ?? healthAfter({ ...made, webhook }, before, attempt.ms));
    const others = [
      ...healthChange(before, health),
      ...(webhook && disabledReason !== undefined
        ? webhookChange(webhook, { ...webhook, active: false, disabledReason })
        : []),
    ];
    // Alone it costs half of what it does in a transaction. A lost answer to it loses nothing: what is recorded alone is final, or of
    // a webhook that is deleted.
    await (others.length === 0 ? writeOne(record) : transact([record, ...others]));
    return { delivery: after, before, health, disabledReason };
  });
}

/** What an attempt that did not fail by the subscriber makes of its health. */
function healthAfter(
  { result, message, webhook }: Made,
  before: Health | undefined,
  ms: number,
): Health | undefined {
  if (result.error === null) return webhook && afterSuccess(webhook.id, before, ms);
  if (!before) return undefined;
  // The probe could not be made: the webhook receives nothing any more, so nothing need wait for it.
  return message.kind === "probe" && before.state === "open" ? released(before) : before;
}

/** A webhook that was switched off keeps nothing waiting; what waited ends as not permitted. */
const drained = (health: Health): Health | undefined =>
  health.state === "failing" ? undefined : released(health);

function healthChange(before: Health | undefined, after: Health | undefined): Operation[] {
  if (before === after) return [];
  if (!before) return after ? [put(WebhookHealth, after), stillThere(after)] : [];
  if (after) return [replace(WebhookHealth, before, after)];
  const { webhookId, version } = before;
  return [remove(WebhookHealth, { webhookId }, { ifVersion: version })];
}

/** A webhook that is deleted meanwhile leaves no health behind. */
const stillThere = ({ webhookId: id }: Health): Operation =>
  check(WebhookItem, { id }, { if: present("pk") });

const attemptOf = ({ message, webhook, startedAt, result }: Made): Attempt => ({
  at: new Date(startedAt).toISOString(),
  kind: message.kind,
  url: webhook?.subscriberUrl ?? null,
  status: result.status,
  error: result.error,
  answer: result.answer ?? null,
  ms: now() - startedAt,
});

function withAttempt({ message, delivery, result }: Made, attempt: Attempt): Delivery {
  const { error, isFinal } = result;
  const told = tellAttempt(delivery, attempt);
  // A probe is one attempt more; the delivery goes on waiting.
  if (message.kind === "probe" && error !== null && !isFinal) return told;
  const { due: _, wakesAt: __, ...rest } = told;
  const attemptCount = delivery.attemptCount + 1;
  const next = isFinal ? undefined : nextAttemptAt(attemptCount, result);
  const made = { ...rest, attemptCount, nextAttemptAt: next ?? null };
  if (next === undefined) return { ...made, status: error === null ? "delivered" : "failed" };
  const isFar = Date.parse(next) - now() > LONGEST_DELAY * 1000;
  return isFar ? { ...made, due: dueAs("deliveries", delivery.id), wakesAt: next } : made;
}
