import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { ACCESS_TOKENS, KeyRing, type SigningKey } from "./entity.ts";

/** Milliseconds after which a check reads the keys again. */
const MAX_AGE = 30_000;
/** Milliseconds after which an unknown `kid` makes the function read the keys again. */
const MIN_AGE = 1_000;

interface CachedKeys {
  keys: ReadonlyMap<string, SigningKey>;
  readAt: number;
}

const cache = perService((): { current?: CachedKeys | undefined } => ({}));

async function readKeys(): Promise<CachedKeys> {
  const readAt = now();
  const cached = cache();
  const ring = await findItem(KeyRing, ACCESS_TOKENS);
  const current = { keys: new Map((ring?.keys ?? []).map((key) => [key.kid, key])), readAt };
  // Not cached before the first key is created.
  cached.current = ring && current;
  return current;
}

const hasAge = ({ readAt }: CachedKeys, milliseconds: number): boolean =>
  Math.abs(now() - readAt) >= milliseconds;

/**
 * Finds a public key. The function caches the keys, and reads them again for an unknown `kid`, at most once a second. That is enough, because
 * a key is published at least two minutes before it signs.
 */
export async function findPublicKey(kid: string): Promise<SigningKey["publicKey"] | undefined> {
  let current = cache().current ?? (await readKeys());
  if (!current.keys.has(kid) && hasAge(current, MIN_AGE)) current = await readKeys();
  return current.keys.get(kid)?.publicKey;
}

/** Whether a key was still published in the last half minute. */
export async function isStillPublished(kid: string): Promise<boolean> {
  const { current: cached } = cache();
  const current = cached && !hasAge(cached, MAX_AGE) ? cached : await readKeys();
  return current.keys.has(kid);
}
