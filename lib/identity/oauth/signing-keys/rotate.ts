import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { SigningKey } from "./entity.ts";
import { createSigningKey, updateKeyRing } from "./key-ring.ts";
import { isNextKeyDue, PUBLISHED_BEFORE, unexpiredKeysAt } from "./timing.ts";

/**
 * Makes the next signing key sign in two minutes, when all caches have it, and creates it if there is none. After a theft, a new key signs
 * immediately and all others are deleted: their tokens are rejected within half a minute.
 */
export async function rotateSigningKeys(
  caller: Caller,
  { isStolen }: { isStolen: boolean },
): Promise<readonly SigningKey[]> {
  requireSystemAdmin(caller);
  return updateKeyRing(async (keys) => {
    const at = now();
    const unexpired = unexpiredKeysAt(keys, at);
    if (isStolen || unexpired.length === 0) return [await createSigningKey(at)];
    const soon = at + PUBLISHED_BEFORE.operator;
    const isNext = ({ signsFrom }: SigningKey) => Date.parse(signsFrom) > at;
    if (!unexpired.some(isNext)) return [...unexpired, await createSigningKey(soon)];
    return unexpired.map((key) => (isNext(key) ? signingAtLatest(key, soon) : key));
  });
}

const signingAtLatest = (key: SigningKey, at: number): SigningKey =>
  Date.parse(key.signsFrom) <= at ? key : { ...key, signsFrom: new Date(at).toISOString() };

/** Creates the next key a day before it is due to sign, and deletes keys whose last token has expired. */
export async function rotateKeysWhenDue(): Promise<void> {
  await updateKeyRing(async (keys) => {
    const at = now();
    const unexpired = unexpiredKeysAt(keys, at);
    if (isNextKeyDue(unexpired, at)) {
      const signsFrom = unexpired.length > 0 ? at + PUBLISHED_BEFORE.schedule : at;
      return [...unexpired, await createSigningKey(signsFrom)];
    }
    return unexpired.length < keys.length ? unexpired : undefined;
  });
}
