import { ACCESS_TOKEN_SECONDS } from "#lib/identity/oauth/access-token.ts";
import type { SigningKey } from "./entity.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Seconds for which the public keys can be cached. */
export const PUBLIC_KEYS_SECONDS = 60;
/** Milliseconds for which a new key is published before it signs: in a rotation by an operator, and in a scheduled one. */
export const PUBLISHED_BEFORE = { operator: 2 * MINUTE, schedule: DAY } as const;
/** Milliseconds for which a key signs until the scheduled rotation. */
export const SIGNS_FOR = 90 * DAY;
/** Milliseconds for which a key is stored after it last signed: until its last token has expired, with a margin. */
const STORED_FOR = ACCESS_TOKEN_SECONDS * 1000 + 5 * MINUTE;

/** The key that signs at an instant (ms): the last one whose `signsFrom` has passed, else the first. */
export const signingKeyAt = (keys: readonly SigningKey[], at: number): SigningKey | undefined =>
  keys.findLast(({ signsFrom }) => Date.parse(signsFrom) <= at) ?? keys[0];

/** The keys whose tokens may be valid at an instant (ms), and the keys that sign later. */
export const unexpiredKeysAt = (keys: readonly SigningKey[], at: number): SigningKey[] =>
  keys.filter((_, index) => {
    const next = keys[index + 1];
    return !next || Date.parse(next.signsFrom) + STORED_FOR > at;
  });

/** Whether the scheduled rotation must create the next key at an instant (ms). */
export function isNextKeyDue(keys: readonly SigningKey[], at: number): boolean {
  const newest = keys.at(-1);
  return !newest || Date.parse(newest.signsFrom) + SIGNS_FOR - PUBLISHED_BEFORE.schedule <= at;
}
