import { ACCESS_TOKEN_SECONDS } from "#lib/oauth/access-token.ts";
import type { SigningKey } from "./entity.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Seconds anyone may keep the public keys. */
export const PUBLIC_KEYS_SECONDS = 60;
/** Milliseconds a new key is published before it signs: when an operator wants it, and when its time has come. */
export const PUBLISHED_BEFORE = { operator: 2 * MINUTE, schedule: DAY } as const;
/** Milliseconds a key signs before the schedule makes the next. */
export const SIGNS_FOR = 90 * DAY;
/** Milliseconds a key is kept once it does not sign any more: as long as its last token is good, and some. */
const KEPT_FOR = ACCESS_TOKEN_SECONDS * 1000 + 5 * MINUTE;

/** The key that signs at an instant (ms): the last one whose time has come, else the first. */
export const signingKeyAt = (keys: readonly SigningKey[], at: number): SigningKey | undefined =>
  keys.findLast(({ signsFrom }) => Date.parse(signsFrom) <= at) ?? keys[0];

/** The keys that still matter at an instant (ms): those whose last token may not have ended. */
export const unexpiredKeysAt = (keys: readonly SigningKey[], at: number): SigningKey[] =>
  keys.filter((_, index) => {
    const next = keys[index + 1];
    return !next || Date.parse(next.signsFrom) + KEPT_FOR > at;
  });

/** Whether it is time (ms) to publish the next key: so that it signs when the newest has signed long enough. */
export function isNextKeyDue(keys: readonly SigningKey[], at: number): boolean {
  const newest = keys.at(-1);
  return !newest || Date.parse(newest.signsFrom) + SIGNS_FOR - PUBLISHED_BEFORE.schedule <= at;
}
