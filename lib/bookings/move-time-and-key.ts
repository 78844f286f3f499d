import type { Limit } from "#lib/event-types/limits.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { StoredBooking } from "./entity.ts";
import { moveTime } from "./hold-time.ts";
import { moveKey, needsKeyRow } from "./idempotency-key.ts";
import { moveCounters } from "./move-counters.ts";
import type { Reserved } from "./reservations/reserved.ts";

interface Move {
  /** The booking whose place the new one takes, if it holds time. */
  from?: StoredBooking | undefined;
  to: StoredBooking;
  /** The limits that the new one must keep. */
  limits: readonly Limit[];
  refused?: ConditionFailed | undefined;
  /** The reservation whose time the new one gets. */
  reservation?: Reserved | undefined;
  /** Whether the caller can see the bookings of the new one's host. */
  canSeeBookings: boolean;
}

/**
 * The writes by which a new booking gets its time and its idempotency key, and is counted. When both are in
 * use, the first one is the reason given.
 * A caller who can see the host's bookings is given the key; if it follows from the time, call `requireFreeTime` before the next try.
 * Others are given the time, whatever the key: they would learn who has booked it.
 */
export function moveTimeAndKey({ canSeeBookings, ...move }: Move): Operation[] {
  const isExplained = canSeeBookings && !needsKeyRow(move.to);
  const [time, key] = [moveTime({ ...move, isExplained }), moveKey(move.from, move.to)];
  const counters = moveCounters(move);
  return canSeeBookings ? [...key, ...time, ...counters] : [...time, ...key, ...counters];
}
