import { now } from "#lib/platform/clock.ts";
import { LONGEST_DELAY, sendAllMessages } from "#lib/platform/queue.ts";

/** A message for the `timers` queue. Each owner declares its own kinds; `lib/workers/run-timer.ts` lists them all. */
interface TimerMessage {
  timer: string;
}

/**
 * One timer. `at` is the instant (ISO 8601) at which it runs: at most 15 minutes from now, immediately if it is past. Timers of one `group`
 * do not delay those of another.
 */
export interface TimerSetting<T extends TimerMessage = TimerMessage> {
  timer: T;
  group: string;
  at: string;
}

/** Sets timers; throws if the queue did not accept all of them. */
export function setTimers(settings: readonly TimerSetting[]): Promise<void> {
  const messages = settings.map(({ timer, group, at }) => ({
    body: timer,
    group,
    delaySeconds: Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((Date.parse(at) - now()) / 1000))),
  }));
  return sendAllMessages("timers", messages);
}
