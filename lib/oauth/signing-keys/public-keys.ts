import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import { getItem } from "#lib/table/read.ts";
import { ACCESS_TOKENS, KeyRing, type SigningKey } from "./entity.ts";

/** Milliseconds after which the keys are read again beside the next check, and before which no unknown name makes them so. */
const FRESH_FOR = 30_000;
const SETTLED_FOR = 1_000;

interface Known {
  keys: ReadonlyMap<string, SigningKey>;
  readAt: number;
}

const cache = perService((): { known?: Known | undefined } => ({}));

async function read(): Promise<Known> {
  const readAt = now();
  const cached = cache();
  const ring = await getItem(KeyRing, ACCESS_TOKENS);
  const present = { keys: new Map((ring?.keys ?? []).map((key) => [key.kid, key])), readAt };
  // Before there is a first key there is nothing to keep.
  cached.known = ring && present;
  return present;
}

const hasAge = ({ readAt }: Known, milliseconds: number): boolean => Math.abs(now() - readAt) >= milliseconds;

/**
 * A public key by its name. A function keeps the keys; a name it does not know makes it read them again, at most once a
 * second, whatever names it is sent. A key signs later than that after it was published.
 */
export async function publicKey(kid: string): Promise<SigningKey["publicKey"] | undefined> {
  let present = cache().known ?? (await read());
  if (!present.keys.has(kid) && hasAge(present, SETTLED_FOR)) present = await read();
  return present.keys.get(kid)?.publicKey;
}

/** Whether a key has not been withdrawn, by what was read within half a minute; one round trip when that has to be read. */
export async function isStillPublished(kid: string): Promise<boolean> {
  const { known } = cache();
  const present = known && !hasAge(known, FRESH_FOR) ? known : await read();
  return present.keys.has(kid);
}
