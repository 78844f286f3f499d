import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { SigningKey } from "./entity.ts";
import { createSigningKey, updateKeyRing } from "./key-ring.ts";
import { isNextKeyDue, PUBLISHED_BEFORE, unexpiredKeysAt } from "./timing.ts";

/**
 * Lets the next signing key sign in two minutes, when everybody has it; it is made unless it waits already. After a theft a
 * new one signs at once and all others are gone: every token they signed stops within half a minute.
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
    const isWaiting = ({ signsFrom }: SigningKey) => Date.parse(signsFrom) > at;
    if (!unexpired.some(isWaiting)) return [...unexpired, await createSigningKey(soon)];
    return unexpired.map((key) => (isWaiting(key) ? withLatestStart(key, soon) : key));
  });
}

const withLatestStart = (key: SigningKey, at: number): SigningKey =>
  Date.parse(key.signsFrom) <= at ? key : { ...key, signsFrom: new Date(at).toISOString() };

/** Publishes the next key when its time has come, and forgets those whose last token has ended. */
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
