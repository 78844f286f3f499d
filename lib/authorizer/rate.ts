import type { RateState } from "#lib/http/rate-state.ts";
import {
  absent,
  all,
  any,
  atLeast,
  atMost,
  type Condition,
  lessThan,
  present,
} from "#lib/table/condition.ts";
import type { Changes } from "#lib/table/expression.ts";

/** Milliseconds of the window a credential's limit is counted over. */
const WINDOW = 60_000;

/**
 * Milliseconds one call takes up. Whole 1024ths, so that sums with the present time are exact in JavaScript and in the
 * table alike: a limit of 9 is 9 calls, not 8 and a rounding error.
 */
const stepOf = (limit: number): number => Math.floor((WINDOW / limit) * 1024) / 1024;

/** Whether a bucket is full, or some of it is used up. */
export type BucketState = "unused" | "inUse";

/** The state of a bucket, from its `tat` and the present instant (ms). */
export const bucketState = (tat: number | undefined, now: number): BucketState =>
  tat === undefined || tat < now - WINDOW ? "unused" : "inUse";

/**
 * A token bucket kept in one number, `tat`: the instant (ms) up to which the bucket is used, at most now.
 * One call moves it on by `WINDOW / limit`. A bucket not in use lies before `now - WINDOW` and is caught up
 * first. Each of the two steps is one conditional update.
 */
export function rateStep(bucket: BucketState, now: number, limit: number): Changes & { if: Condition } {
  const step = stepOf(limit);
  if (bucket === "unused")
    return {
      set: { tat: now - WINDOW + step },
      if: all(present("pk"), any(absent("tat"), lessThan("tat", now - WINDOW))),
    };
  return {
    add: { tat: step },
    if: all(present("pk"), atLeast("tat", now - WINDOW), atMost("tat", now - step)),
  };
}

/** The state to report, from `tat` as it is after the call (or as it stood when the call was refused). */
export function rateState(tat: number, now: number, limit: number): RateState {
  const step = stepOf(limit);
  const remaining = Math.max(0, Math.floor((now - tat) / step));
  const resetSeconds = Math.max(0, Math.ceil((tat - (now - WINDOW)) / 1000));
  return { limit, remaining, resetSeconds };
}

/** The state of a refused call: nothing left, and when the next one may be made. */
export function exhaustedState(tat: number, now: number, limit: number): RateState {
  const waitMs = tat + stepOf(limit) - now;
  return {
    ...rateState(tat, now, limit),
    remaining: 0,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
