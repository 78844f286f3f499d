import type { ApiKeyItem } from "#lib/credentials/api-key-entity.ts";
import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import type { RateState } from "#lib/http/rate-state.ts";
import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { isDeniedToStandby } from "#lib/platform/standby.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import { decode, type KeyOf, primaryKey, type Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { type BucketState, bucketState, exhaustedState, rateState, rateStep } from "./rate.ts";

/** What is stored of a credential and counts its calls. */
type CredentialEntity = typeof ApiKeyItem | typeof GrantItem;

/** A credential by what it is and its key. */
export interface Credential<E extends CredentialEntity = CredentialEntity> {
  entity: E;
  key: KeyOf<E>;
}

interface CountedCredential<E extends CredentialEntity> {
  item: Stored<E>;
  rate: RateState;
}

const MOST_CACHED = 10_000;
/** The time (ms) until which each bucket is in use, as far as this function has seen. */
const inUseUntil = new BoundedCache<string, number>(MOST_CACHED);

/** Counts one call of a credential and returns it as stored; undefined when there is no such credential. A standby counts nothing. */
export async function countCall<E extends CredentialEntity>(
  credential: Credential<E>,
): Promise<CountedCredential<E> | undefined> {
  const name = primaryKey(credential.entity, credential.key).pk;
  // One instant for all of it: a bucket that empties between two tries would be missed by both.
  const call = { credential, name, at: now(), limit: Number(env("RATE_LIMIT_PER_MINUTE")) };
  const guess = (inUseUntil.get(name) ?? 0) > call.at ? "inUse" : "unused";
  const first = await countStep(call, guess);
  const bucket = bucketState(first.item?.tat, call.at);
  const wasRight = first.isCounted || !first.item || bucket === guess;
  return toCountedCredential(wasRight ? first : await countStep(call, bucket), call);
}

interface CountedCall<E extends CredentialEntity> {
  credential: Credential<E>;
  /** What its bucket is remembered by. */
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
    if (isDeniedToStandby(error)) return { isCounted: true, item: await getItem(entity, key) };
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
  inUseUntil.set(name, tat + 60_000);
  return { item, rate: isCounted ? rateState(tat, at, limit) : exhaustedState(tat, at, limit) };
}
