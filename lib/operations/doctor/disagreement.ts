import { isReservation } from "#lib/claims/owner.ts";
import { instantOf } from "#lib/platform/minutes.ts";

/** Rows of one host that say different things. `expected` is what the bookings say, `found` what the row says. */
export interface Disagreement {
  userId: number;
  part: "minutes" | "slot" | "key" | "meeting" | "counter";
  /** The interval, the name of the slot, the booking whose key or meeting it is, or the period of the counter. */
  subject: string;
  expected: string;
  found: string;
}

/**
 * A disagreement that may only be a change between two reads. `asOf` names the versions of the bookings it rests on:
 * found twice with the same ones, none of them changed while the row was read, so it is true.
 */
export interface Suspicion extends Disagreement {
  asOf: string;
}

/** Who holds a minute, in words. */
export const holderText = (owner: number | string | undefined): string => {
  if (owner === undefined) return "nobody";
  if (typeof owner === "number") return `booking ${owner}`;
  return isReservation(owner) ? owner : `slot ${owner}`;
};

/** Minutes `[from, to)` since 1970 as an ISO 8601 interval. */
export const intervalText = ({ from, to }: { from: number; to: number }): string =>
  [from, to].map((minute) => `${instantOf(minute).slice(0, 16)}Z`).join("/");
