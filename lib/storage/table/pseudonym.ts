import { hash } from "node:crypto";

const PSEUDONYM = /^erased-([0-9a-f]{32})$/;

/** A digest of a value in hex; of its pseudonym the same. */
export const digestOf = (value: string): string =>
  PSEUDONYM.exec(value)?.[1] ?? hash("sha256", value, "hex").slice(0, 32);

/** What an erasure writes in place of an id or a slug. It is the same for the same value, so what was grouped by the value still is. */
export const pseudonymOf = (value: string): string => `erased-${digestOf(value)}`;
