import { ApiKeyItem } from "#lib/api-keys/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import {
  type BucketState,
  bucketState,
  exhaustedState,
  type RateState,
  rateState,
  rateStep,
} from "./rate.ts";

interface Counted {
  key: Stored<typeof ApiKeyItem>;
  rate: RateState;
}

/** Until when (ms) each bucket was seen in use, by this function; bounded, oldest out first. */
const inUseUntil = new Map<string, number>();
const MOST_REMEMBERED = 10_000;

/** Counts one call of a key and returns the key as stored; undefined when there is no such key. */
export async function countCall(hash: string): Promise<Counted | undefined> {
  // One instant for all of it: a bucket that empties between two tries would be missed by both.
  const call = { hash, at: now(), limit: Number(env("RATE_LIMIT_PER_MINUTE")) };
  const guess = (inUseUntil.get(hash) ?? 0) > call.at ? "inUse" : "unused";
  const first = await takeStep(call, guess);
  const bucket = bucketState(first.key?.tat, call.at);
  const wasRight = first.taken || !first.key || bucket === guess;
  return countedOf(wasRight ? first : await takeStep(call, bucket), call);
}

interface Call {
  hash: string;
  /** Milliseconds since 1970. */
  at: number;
  limit: number;
}

interface Step {
  taken: boolean;
  key: Stored<typeof ApiKeyItem> | undefined;
}

async function takeStep({ hash, at, limit }: Call, bucket: BucketState): Promise<Step> {
  const { set, ...step } = rateStep(bucket, at, limit);
  const lastUsedAt = new Date(at).toISOString();
  try {
    const item = await write(update(ApiKeyItem, { hash }, { ...step, set: { ...set, lastUsedAt } }));
    return { taken: true, key: ApiKeyItem.schema.parse(item) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { taken: false, key: error.itemOf(ApiKeyItem) };
  }
}

function countedOf({ taken, key }: Step, { at, limit }: Call): Counted | undefined {
  if (!key) return undefined;
  const tat = key.tat ?? 0;
  remember(key.hash, tat + 60_000);
  return { key, rate: taken ? rateState(tat, at, limit) : exhaustedState(tat, at, limit) };
}

function remember(hash: string, until: number): void {
  inUseUntil.delete(hash);
  inUseUntil.set(hash, until);
  const oldest = inUseUntil.size > MOST_REMEMBERED ? inUseUntil.keys().next().value : undefined;
  if (oldest !== undefined) inUseUntil.delete(oldest);
}
