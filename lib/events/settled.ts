import { now } from "#lib/platform/clock.ts";

/** Seconds after which a function that records events has ended, and its transaction with it. */
export const LONGEST_RECORDING_SECONDS = 30;
/** Seconds for clocks that disagree, and for a request that was on its way when its function ended. */
const MARGIN_SECONDS = 5;

/**
 * The instant, as ISO text, before which no event can appear any more: an event's `createdAt` is taken before its transaction
 * commits, so one that is younger may yet come to lie before another that is there.
 */
export const settledUntil = (): string =>
  new Date(now() - (LONGEST_RECORDING_SECONDS + MARGIN_SECONDS) * 1000).toISOString();
