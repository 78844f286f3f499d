import type { RateState } from "#lib/entry/http/gateway-context.ts";
import type { ApiKeyItem } from "#lib/identity/credentials/api-key-entity.ts";
import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { isDeniedToStandby } from "#lib/platform/aws-errors.ts";
import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { perService } from "#lib/platform/per-service.ts";
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
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { decode, type KeyOf, primaryKey, type Stored } from "#lib/storage/table/entity.ts";
import type { Changes } from "#lib/storage/table/expression.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/** The entities that count the calls of a credential. */
type CredentialEntity = typeof ApiKeyItem | typeof GrantItem;

/** A credential, by its entity and key. */
interface Credential<E extends CredentialEntity = CredentialEntity> {
  entity: E;
  key: KeyOf<E>;
}

interface CountedCredential<E extends CredentialEntity> {
  item: Stored<E>;
  rate: RateState;
}

const MAX_CACHED = 10_000;
/** The time (ms) until which each bucket is in use, according to the calls of this function. */
const inUseUntil = perService(() => new BoundedCache<string, number>(MAX_CACHED));

/** Counts a call of a credential and returns the stored credential; undefined if it does not exist. A standby does not count. */
export async function countCall<E extends CredentialEntity>(
  credential: Credential<E>,
): Promise<CountedCredential<E> | undefined> {
  const name = primaryKey(credential.entity, credential.key).pk;
  // Both attempts use the same time: otherwise the conditions of both could fail for a bucket that becomes unused in between.
  const call = { credential, name, at: now(), limit: Number(env("RATE_LIMIT_PER_MINUTE")) };
  const guess = (inUseUntil().get(name) ?? 0) > call.at ? "inUse" : "unused";
  const first = await countStep(call, guess);
  const bucket = bucketState(first.item?.tat, call.at);
  const isFinal = first.isCounted || !first.item || bucket === guess;
  return toCountedCredential(isFinal ? first : await countStep(call, bucket), call);
}

interface CountedCall<E extends CredentialEntity> {
  credential: Credential<E>;
  /** The key of its bucket in the cache. */
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  limit: number;
}

interface Step<E extends CredentialEntity> {
  isCounted: boolean;
  item: Stored<E> | undefined;
}

async function countStep<E extends CredentialEntity>(
  call: CountedCall<E>,
  bucket: BucketState,
): Promise<Step<E>> {
  const { entity, key } = call.credential;
  const { set, ...step } = rateStep(bucket, call.at, call.limit);
  const lastUsedAt = new Date(call.at).toISOString();
  try {
    const item = await writeOne(update(entity, key, { ...step, set: { ...set, lastUsedAt } }));
    return { isCounted: true, item: decode(entity, item) };
  } catch (error) {
    if (isDeniedToStandby(error)) return { isCounted: true, item: await findItem(entity, key) };
    if (!(error instanceof ConditionFailed)) throw error;
    return { isCounted: false, item: error.itemOf(entity) };
  }
}

function toCountedCredential<E extends CredentialEntity>(
  { isCounted, item }: Step<E>,
  { name, at, limit }: CountedCall<E>,
): CountedCredential<E> | undefined {
  if (!item) return undefined;
  const tat = item.tat ?? 0;
  inUseUntil().set(name, tat + 60_000);
  return { item, rate: isCounted ? rateState(tat, at, limit) : exhaustedState(tat, now(), limit) };
}

/** Milliseconds of the window of the rate limit. */
const WINDOW = 60_000;

/**
 * Milliseconds that one call uses of the window. A multiple of 1/1024, so that sums with the current time are exact in JavaScript and in
 * DynamoDB: otherwise rounding could turn a limit of 9 calls into 8.
 */
const stepOf = (limit: number): number => Math.floor((WINDOW / limit) * 1024) / 1024;

/** Whether no call of the last window was counted in a bucket (`unused`), or some. */
type BucketState = "unused" | "inUse";

/** The state of a bucket, from its `tat` and the current time (ms). */
const bucketState = (tat: number | undefined, now: number): BucketState =>
  tat === undefined || tat < now - WINDOW ? "unused" : "inUse";

/**
 * The update that counts a call in a token bucket. The bucket is one number, `tat`: the time (ms) up to which it is used, at most now. Each
 * call adds `WINDOW / limit`. The `tat` of an unused bucket is before `now - WINDOW`, and is first set to that. Each case is one conditional
 * update.
 */
function rateStep(bucket: BucketState, now: number, limit: number): Changes & { if: Condition } {
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
function rateState(tat: number, now: number, limit: number): RateState {
  const step = stepOf(limit);
  const remaining = Math.max(0, Math.floor((now - tat) / step));
  const resetSeconds = Math.max(0, Math.ceil((tat - (now - WINDOW)) / 1000));
  return { limit, remaining, resetSeconds };
}

/** The state after a rejected call: none remaining, and when the next call is possible. */
function exhaustedState(tat: number, now: number, limit: number): RateState {
  const waitMs = tat + stepOf(limit) - now;
  return {
    ...rateState(tat, now, limit),
    remaining: 0,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
