import type { RateState } from "#lib/entry/http/gateway-context.ts";
import {
  absent,
  all,
  any,
  atLeast,
  atMost,
  type Condition,
  lessThan,
  present,
} from "#lib/storage/table/condition.ts";
import type { Changes } from "#lib/storage/table/expression.ts";

/** Milliseconds of the window of the rate limit. */
const WINDOW = 60_000;

/**
 * Milliseconds that one call uses of the window. A multiple of 1/1024, so that sums with the current time are exact in JavaScript and in
 * DynamoDB: otherwise rounding could turn a limit of 9 calls into 8.
 */
const stepOf = (limit: number): number => Math.floor((WINDOW / limit) * 1024) / 1024;

/** Whether no call of the last window was counted in a bucket (`unused`), or some. */
export type BucketState = "unused" | "inUse";

/** The state of a bucket, from its `tat` and the current time (ms). */
export const bucketState = (tat: number | undefined, now: number): BucketState =>
  tat === undefined || tat < now - WINDOW ? "unused" : "inUse";

/**
 * The update that counts a call in a token bucket. The bucket is one number, `tat`: the time (ms) up to which it is used, at most now. Each
 * call adds `WINDOW / limit`. The `tat` of an unused bucket is before `now - WINDOW`, and is first set to that. Each case is one conditional
 * update.
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

/** The state of the rate limit for response headers, from `tat` after the call. */
export function rateState(tat: number, now: number, limit: number): RateState {
  const step = stepOf(limit);
  const remaining = Math.max(0, Math.floor((now - tat) / step));
  const resetSeconds = Math.max(0, Math.ceil((tat - (now - WINDOW)) / 1000));
  return { limit, remaining, resetSeconds };
}

/** The state after a rejected call: none remaining, and when the next call is possible. */
export function exhaustedState(tat: number, now: number, limit: number): RateState {
  const waitMs = tat + stepOf(limit) - now;
  return {
    ...rateState(tat, now, limit),
    remaining: 0,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
