import { now, nowIso } from "#lib/platform/clock.ts";
import { dueAs } from "#lib/timers/due.ts";
import type { TimerSetting } from "#lib/timers/timer.ts";
import { type WebhookTimer, webhookTimer } from "#lib/webhooks/deliveries/webhook-timer.ts";
import type { Health } from "./entity.ts";

/** Failures in a row after which a subscriber is left alone. */
export const FAILURES_TO_OPEN = 10;
/** Seconds before the first probe; each further one waits twice as long, up to the last. */
export const FIRST_PROBE_SECONDS = 30;
export const LONGEST_PROBE_SECONDS = 300;
/** Milliseconds from which on an answer, or a failure, is slow. */
export const SLOW_MS = 3_000;
/** Quick answers in a row after which a slow webhook is not slow any more. */
export const QUICK_ANSWERS = 5;
/** Milliseconds a timer has before the sweep sets it again. */
const GRACE = 60_000;

const inSeconds = (seconds: number): string => new Date(now() + seconds * 1000).toISOString();

/** What a failed attempt that took so many milliseconds makes of a webhook's health. */
export function afterFailure(
  webhookId: string,
  before: Health | undefined,
  { ms, isProbe }: { ms: number; isProbe: boolean },
): Health {
  const known = before ?? newHealth(webhookId);
  // None counted against it: the attempt before this one was delivered.
  const failing = known.failures === 0 ? { ...known, failingSince: nowIso() } : known;
  const health = ms < SLOW_MS ? failing : { ...failing, quickAnswersNeeded: QUICK_ANSWERS };
  const failures = health.failures + 1;
  if (health.state === "open") return isProbe ? opened(health, health.probes + 1) : { ...health, failures };
  return failures < FAILURES_TO_OPEN ? { ...health, failures } : opened({ ...health, failures }, 0);
}

/** What a delivered attempt that took so many milliseconds makes of it; undefined when there is nothing left to remember. */
export function afterSuccess(webhookId: string, before: Health | undefined, ms: number): Health | undefined {
  const quickAnswersNeeded =
    ms < SLOW_MS ? Math.max(0, (before?.quickAnswersNeeded ?? 0) - 1) : QUICK_ANSWERS;
  const isFine = quickAnswersNeeded === 0;
  if (isFine && (!before || before.state === "failing")) return undefined;
  const health = before ?? newHealth(webhookId);
  if (health.state === "open") return { ...released(health), quickAnswersNeeded };
  const isSame = health.failures === 0 && health.quickAnswersNeeded === quickAnswersNeeded;
  return before && isSame ? before : { ...health, failures: 0, quickAnswersNeeded };
}

/** What waited goes on; `failures` are those still counted against it. */
export const released = (health: Health, failures = 0): Health => ({
  ...health,
  state: "releasing",
  failures,
  probeAt: null,
  releasedAt: nowIso(),
  due: dueAs("breakers", health.webhookId),
  wakesAt: new Date(now() + GRACE).toISOString(),
});

/** The timer an open or releasing breaker waits for. */
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

function opened(health: Health, probes: number): Health {
  const probeAt = inSeconds(Math.min(FIRST_PROBE_SECONDS * 2 ** probes, LONGEST_PROBE_SECONDS));
  const wakesAt = new Date(Date.parse(probeAt) + GRACE).toISOString();
  return { ...health, state: "open", probes, probeAt, due: dueAs("breakers", health.webhookId), wakesAt };
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
