import { now } from "#lib/platform/clock.ts";

/** Maximum seconds that a function which records events runs. */
export const LONGEST_RECORDING_SECONDS = 30;
/** Seconds for clock skew, and for a write that was still running when its function ended. */
const MARGIN_SECONDS = 5;

/**
 * The instant (ISO 8601) before which no new event can appear. The `createdAt` of an event is set before its transaction, so a
 * transaction that takes longer can add an event before one that is already in the table.
 */
export const settledUntil = (): string =>
  new Date(now() - (LONGEST_RECORDING_SECONDS + MARGIN_SECONDS) * 1000).toISOString();
