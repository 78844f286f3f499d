import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { SigningKey } from "./entity.ts";
import { changeKeys, makeSigningKey } from "./key-ring.ts";
import { isNextKeyDue, keysKeptAt, PUBLISHED_BEFORE } from "./timing.ts";

/**
 * Lets the next signing key sign in two minutes, when everybody has it; it is made unless it waits already. After a theft a
 * new one signs at once and all others are gone: every token they signed stops within half a minute.
 */
export async function rotateSigningKeys(
  caller: Caller,
  { isStolen }: { isStolen: boolean },
): Promise<readonly SigningKey[]> {
  requireSystemAdmin(caller);
  return changeKeys(async (keys) => {
    const at = now();
    const kept = keysKeptAt(keys, at);
    if (isStolen || kept.length === 0) return [await makeSigningKey(at)];
    const soon = at + PUBLISHED_BEFORE.operator;
    const isWaiting = ({ signsFrom }: SigningKey) => Date.parse(signsFrom) > at;
    if (!kept.some(isWaiting)) return [...kept, await makeSigningKey(soon)];
    return kept.map((key) => (isWaiting(key) ? signingBy(key, soon) : key));
  });
}

const signingBy = (key: SigningKey, at: number): SigningKey =>
  Date.parse(key.signsFrom) <= at ? key : { ...key, signsFrom: new Date(at).toISOString() };

/** Publishes the next key when its time has come, and forgets those whose last token has ended. */
export async function rotateKeysWhenDue(): Promise<void> {
  await changeKeys(async (keys) => {
    const at = now();
    const kept = keysKeptAt(keys, at);
    if (isNextKeyDue(kept, at)) {
      const signsFrom = kept.length > 0 ? at + PUBLISHED_BEFORE.schedule : at;
      return [...kept, await makeSigningKey(signsFrom)];
    }
    return kept.length < keys.length ? kept : undefined;
  });
}
