import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** A server of names that is silent is asked twice, which takes less than 3 s and leaves time to connect. */
const FIRST_TRY_MS = 900;
const TRIES = 2;

let resolver: Resolver | undefined;

/** What names are looked up with: the system's servers of names, but none of its threads, search domains and hosts file. */
export const hostResolver = (): Resolver => {
  resolver ??= new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  return resolver;
};

/**
 * All addresses of a name, IPv4 first. Fails with ENOTFOUND when there are none and with EAI_AGAIN when that could not be
 * learned.
 */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([
    hostResolver().resolve4(hostname),
    hostResolver().resolve6(hostname),
  ]);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length > 0) return addresses;
  const code = isNoAddress(v4) && isNoAddress(v6) ? "ENOTFOUND" : "EAI_AGAIN";
  throw Object.assign(new Error(`${hostname} has no address`), { code });
}

const addressesOf = (settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  settled.status === "fulfilled" ? settled.value.map((address) => ({ address, family })) : [];

const isNoAddress = (settled: PromiseSettledResult<string[]>): boolean =>
  settled.status === "fulfilled" || ["ENOTFOUND", "ENODATA"].includes(settled.reason?.code);
