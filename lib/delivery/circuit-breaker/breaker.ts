import { type WebhookTimer, webhookTimer } from "#lib/delivery/deliveries/messages.ts";
import { type StoredWebhook, WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { present } from "#lib/storage/table/condition.ts";
import { check, type Operation, put, remove, replace } from "#lib/storage/table/operations.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { type Health, WebhookHealth } from "./entity.ts";

/** Consecutive failures after which the breaker opens. */
export const FAILURES_TO_OPEN = 10;
/** Seconds before the first probe. Each later one waits twice as long, up to the longest. */
export const FIRST_PROBE_SECONDS = 30;
export const LONGEST_PROBE_SECONDS = 300;
/** Milliseconds from which on a response, or a failure, is slow. */
export const SLOW_MS = 3_000;
/** Consecutive fast responses after which a webhook is no longer slow. */
export const FAST_RESPONSES_NEEDED = 5;
/** Milliseconds a timer has before the sweep sets it again. */
const GRACE = 60_000;
const GONE = 410;
/** Milliseconds without a success after which a webhook is disabled. */
const LONGEST_FAILING = 5 * 24 * 60 * 60_000;

/** How an attempt ended. `isSkipped`: no request was sent, for a reason that says nothing about the subscriber. */
interface AttemptOutcome {
  status: number | null;
  error: string | null;
  isSkipped?: boolean;
  isProbe: boolean;
  ms: number;
}

/** The health of a subscriber after an attempt (undefined if it is healthy), and why the attempt disables the webhook. */
export function healthAfterAttempt(
  webhook: Pick<StoredWebhook, "id" | "active"> | undefined,
  before: Health | undefined,
  outcome: AttemptOutcome,
): { health: Health | undefined; disabledReason?: string | undefined } {
  const { error, isSkipped, isProbe, ms } = outcome;
  if (error === null) return { health: webhook && afterSuccess(webhook.id, before, ms) };
  // The delivery of the probe has ended, and the subscriber may still be down: one more failure opens the breaker again.
  if (isSkipped || !webhook)
    return {
      health: before?.state === "open" && isProbe ? startRelease(before, FAILURES_TO_OPEN - 1) : before,
    };
  const health = afterFailure(webhook.id, before, { ms, isProbe });
  const disabledReason = webhook.active ? reasonToDisable(outcome, health) : undefined;
  if (disabledReason === undefined) return { health };
  // Deliveries that wait for a disabled webhook end as not permitted.
  return { health: health.state === "failing" ? undefined : startRelease(health), disabledReason };
}

/** The health after a failed attempt. */
export function afterFailure(
  webhookId: string,
  before: Health | undefined,
  { ms, isProbe }: { ms: number; isProbe: boolean },
): Health {
  const current = before ?? newHealth(webhookId);
  const failing = current.failures === 0 ? { ...current, failingSince: nowIso() } : current;
  const health = ms < SLOW_MS ? failing : { ...failing, quickAnswersNeeded: FAST_RESPONSES_NEEDED };
  const failures = health.failures + 1;
  if (health.state === "open")
    return isProbe ? openBreaker(health, health.probes + 1) : { ...health, failures };
  return failures < FAILURES_TO_OPEN ? { ...health, failures } : openBreaker({ ...health, failures }, 0);
}

function afterSuccess(webhookId: string, before: Health | undefined, ms: number): Health | undefined {
  const quickAnswersNeeded =
    ms < SLOW_MS ? Math.max(0, (before?.quickAnswersNeeded ?? 0) - 1) : FAST_RESPONSES_NEEDED;
  const isFast = quickAnswersNeeded === 0;
  if (isFast && (!before || before.state === "failing")) return undefined;
  const health = before ?? newHealth(webhookId);
  if (health.state === "open") return { ...startRelease(health), quickAnswersNeeded };
  const isSame = health.failures === 0 && health.quickAnswersNeeded === quickAnswersNeeded;
  return before && isSame ? before : { ...health, failures: 0, quickAnswersNeeded };
}

/** Why an attempt disables its webhook, as text for the owner; undefined if it does not. */
function reasonToDisable({ status }: AttemptOutcome, { failingSince }: Health): string | undefined {
  if (status === GONE) return "The subscriber responded with 410 Gone.";
  return now() - Date.parse(failingSince) >= LONGEST_FAILING ? "All attempts failed for 5 days." : undefined;
}

/** Changes the health to `releasing`: the waiting deliveries are being sent. `failures`: earlier failures that still count. */
export const startRelease = (health: Health, failures = 0): Health => ({
  ...health,
  state: "releasing",
  failures,
  probeAt: null,
  releasedAt: nowIso(),
  due: duePartition("breakers", health.webhookId),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

function openBreaker(health: Health, probes: number): Health {
  const seconds = Math.min(FIRST_PROBE_SECONDS * 2 ** probes, LONGEST_PROBE_SECONDS);
  const probeAt = new Date(now() + seconds * 1000).toISOString();
  const wakesAt = new Date(Date.parse(probeAt) + GRACE).toISOString();
  return {
    ...health,
    state: "open",
    probes,
    probeAt,
    due: duePartition("breakers", health.webhookId),
    wakesAt,
  };
}

const newHealth = (webhookId: string): Health => ({
  webhookId,
  state: "failing",
  failures: 0,
  failingSince: nowIso(),
  quickAnswersNeeded: 0,
  probes: 0,
  probeAt: null,
  releasedAt: null,
  turns: 0,
  version: 1,
});

/** The writes that change, create (no `before`) or delete (no `after`) the health of a subscriber. */
export function healthWrites(before: Health | undefined, after: Health | undefined): Operation[] {
  if (before === after) return [];
  if (!before) return after ? [put(WebhookHealth, after), requireWebhook(after)] : [];
  if (after) return [replace(WebhookHealth, before, after)];
  const { webhookId, version } = before;
  return [remove(WebhookHealth, { webhookId }, { ifVersion: version })];
}

/** Fails if the webhook was deleted in the meantime, so that it leaves no health. */
const requireWebhook = ({ webhookId: id }: Health): Operation =>
  check(WebhookItem, { id }, { if: present("pk") });

/** The timer of an open breaker, for the next probe, or of a releasing one, for the next turn. */
export const breakerTimer = ({
  state,
  webhookId,
  probes,
  probeAt,
  turns,
}: Health): TimerSetting<WebhookTimer> =>
  state === "open"
    ? webhookTimer({ timer: "probe", webhookId, probe: probes }, probeAt ?? nowIso())
    : webhookTimer({ timer: "release", webhookId, turn: turns }, nowIso());
