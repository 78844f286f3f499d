import { ApiKeyItem } from "#lib/api-keys/entity.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { exhaustedState, type RateState, rateState, rateStep } from "./rate.ts";

interface Counted {
  key: Stored<typeof ApiKeyItem>;
  rate: RateState;
}

/** Until when (ms) each bucket was seen in use, by this function; bounded, oldest out first. */
const inUseUntil = new Map<string, number>();
const MOST_REMEMBERED = 10_000;

/** Counts one call of a key and returns the key as stored; undefined when there is no such key. */
export async function countCall(hash: string): Promise<Counted | undefined> {
  const limit = Number(env("RATE_LIMIT_PER_MINUTE"));
  const guess = (inUseUntil.get(hash) ?? 0) > now() ? "inUse" : "unused";
  const first = await takeStep(hash, guess, limit);
  if (first.taken || !first.key) return countedOf(first, limit);
  return countedOf(await takeStep(hash, guess === "inUse" ? "unused" : "inUse", limit), limit);
}

interface Step {
  taken: boolean;
  key: Stored<typeof ApiKeyItem> | undefined;
}

async function takeStep(hash: string, bucket: "unused" | "inUse", limit: number): Promise<Step> {
  const { set, ...step } = rateStep(bucket, now(), limit);
  try {
    const item = await write(
      update(ApiKeyItem, { hash }, { ...step, set: { ...set, lastUsedAt: nowIso() } }),
    );
    return { taken: true, key: ApiKeyItem.schema.parse(item) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { taken: false, key: error.itemOf(ApiKeyItem) };
  }
}

function countedOf({ taken, key }: Step, limit: number): Counted | undefined {
  if (!key) return undefined;
  const tat = key.tat ?? 0;
  remember(key.hash, tat + 60_000);
  return { key, rate: taken ? rateState(tat, now(), limit) : exhaustedState(tat, now(), limit) };
}

function remember(hash: string, until: number): void {
  inUseUntil.delete(hash);
  inUseUntil.set(hash, until);
  const oldest = inUseUntil.size > MOST_REMEMBERED ? inUseUntil.keys().next().value : undefined;
  if (oldest !== undefined) inUseUntil.delete(oldest);
}
