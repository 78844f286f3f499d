import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { SigningKey } from "./entity.ts";
import { findKeyRing } from "./key-ring.ts";
import { signingKeyAt } from "./timing.ts";

/** A signing key for operators, without its private part. */
export interface ShownKey {
  kid: string;
  status: "old" | "signs" | "next";
  createdAt: string;
  signsFrom: string;
}

/** Lists the signing keys in the order in which they sign. */
export async function listSigningKeys(caller: Caller): Promise<ShownKey[]> {
  requireSystemAdmin(caller);
  return toShownKeys((await findKeyRing())?.keys ?? []);
}

/** Converts stored keys to a response. */
export function toShownKeys(keys: readonly SigningKey[]): ShownKey[] {
  const at = now();
  const signing = signingKeyAt(keys, at);
  return keys.map((key) => {
    const { kid, createdAt, signsFrom } = key;
    const isNext = Date.parse(signsFrom) > at;
    const status = key === signing ? "signs" : isNext ? "next" : "old";
    return { kid, status, createdAt, signsFrom };
  });
}
