import { isReservation } from "#lib/calendar/claims/owner.ts";
import { instantOf } from "#lib/platform/minutes.ts";

/** A row that does not match the bookings, or the calendars, of its host. `expected` follows from them, `found` is in the row. */
export interface Disagreement {
  userId: number;
  part: "minutes" | "slot" | "key" | "meeting" | "counter" | "calendars";
  /** The interval, the name of the slot, the booking whose key or meeting it is, the period of the counter, or the hour of the busy minutes. */
  subject: string;
  expected: string;
  found: string;
}

/**
 * A disagreement that may be caused by a change between two reads. `asOf` contains the versions of the bookings it depends on: if it is
 * found twice with the same versions, no booking changed while the row was read, so the row is wrong.
 */
export interface Suspicion extends Disagreement {
  asOf: string;
}

/** The owner of a minute, as text. */
export const holderText = (owner: number | string | undefined): string => {
  if (owner === undefined) return "nobody";
  if (typeof owner === "number") return `booking ${owner}`;
  return isReservation(owner) ? owner : `slot ${owner}`;
};

/** Minutes `[from, to)` since 1970 as an ISO 8601 interval. */
export const intervalText = ({ from, to }: { from: number; to: number }): string =>
  [from, to].map((minute) => `${instantOf(minute).slice(0, 16)}Z`).join("/");
