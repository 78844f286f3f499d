import { now, nowIso } from "#lib/platform/clock.ts";
import { dueAs } from "#lib/timers/due.ts";
import type { Setting } from "#lib/timers/timer.ts";
import type { Health } from "./health.ts";

/** Failures in a row after which a subscriber is left alone. */
export const FAILURES_TO_OPEN = 10;
/** Seconds before the first probe; each further one waits twice as long, up to the last. */
export const FIRST_PROBE_SECONDS = 30;
export const LONGEST_PROBE_SECONDS = 300;
/** Milliseconds a timer has before the sweep sets it again. */
const GRACE = 60_000;

const inSeconds = (seconds: number): string => new Date(now() + seconds * 1000).toISOString();

/** What a failed attempt makes of a webhook's health. */
export function afterFailure(webhookId: string, before: Health | undefined, isProbe: boolean): Health {
  const known = before ?? newHealth(webhookId);
  // None counted against it: the attempt before this one was delivered.
  const health = known.failures === 0 ? { ...known, failingSince: nowIso() } : known;
  const failures = health.failures + 1;
  if (health.state === "open") return isProbe ? opened(health, health.probes + 1) : { ...health, failures };
  return failures < FAILURES_TO_OPEN ? { ...health, failures } : opened({ ...health, failures }, 0);
}

/** What a delivered attempt makes of it; undefined when there is nothing left to remember. */
export function afterSuccess(health: Health): Health | undefined {
  if (health.state === "failing") return undefined;
  if (health.state === "open") return released(health);
  return health.failures === 0 ? health : { ...health, failures: 0 };
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
export const breakerTimer = ({ state, webhookId, probes, probeAt, turns }: Health): Setting =>
  state === "open"
    ? { timer: { timer: "probe", webhookId, probe: probes }, at: probeAt ?? nowIso() }
    : { timer: { timer: "release", webhookId, turn: turns }, at: nowIso() };

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
  probes: 0,
  probeAt: null,
  releasedAt: null,
  turns: 0,
  version: 1,
});
