import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Agent, request } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./subscriber-url.ts";

interface Transport {
  request: typeof request;
  agent: Agent;
}

/** How long one of several addresses is tried before the next; a subscriber on the other side of the world answers within. */
const ADDRESS_MS = 2_000;
/** Idle connections a warm function keeps to one host. */
const IDLE_PER_HOST = 16;
const transports = new Map<string, Transport>();

/**
 * How to send to a URL of a protocol, over connections that are kept. `allowInsecure` gives up the check of addresses.
 * node:http comes without an `import`, which would load all of undici for one of its exports.
 */
export function getTransport(protocol: string, allowInsecure: boolean): Transport {
  const key = `${protocol} ${allowInsecure}`;
  const cached = transports.get(key);
  if (cached) return cached;
  const options = {
    keepAlive: true,
    maxFreeSockets: IDLE_PER_HOST,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    ...(!allowInsecure && { lookup: lookupPublicAddresses }),
  };
  const http = process.getBuiltinModule("node:http");
  const transport =
    protocol === "http:"
      ? { request: http.request, agent: new http.Agent(options) }
      : { request: https.request, agent: new https.Agent(options) };
  transports.set(key, transport);
  return transport;
}

/** A name leads to an address that webhooks are never sent to. */
export class AddressNotAllowed extends Error {}

/** Addresses of one name that a connection is tried to; no subscriber can have us knock at a thousand doors. */
const MOST_ADDRESSES = 8;

/**
 * A lookup for sockets that refuses a name unless all its addresses are public. The connection is made to the very
 * addresses that were checked, so a name that changes its answer in between gains nothing.
 */
export const lookupPublicAddresses: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname).then(
    (addresses) => {
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new AddressNotAllowed(), "");
      const candidates = addresses.slice(0, MOST_ADDRESSES);
      const [{ address, family } = { address: "", family: 4 }] = candidates;
      return options.all ? callback(null, candidates) : callback(null, address, family);
    },
    (error) => callback(error, ""),
  );
};

/** A server of names that is silent is asked twice, which takes less than 3 s and leaves time to connect. */
const FIRST_TRY_MS = 900;
const TRIES = 2;

let resolver: Resolver | undefined;

/** What names are looked up with: the system's servers of names, but none of its threads, search domains and hosts file. */
export const getHostResolver = (): Resolver => {
  resolver ??= new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  return resolver;
};

/**
 * All addresses of a name, IPv4 first. Fails with ENOTFOUND when there are none and with EAI_AGAIN when that could not be
 * learned.
 */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([
    getHostResolver().resolve4(hostname),
    getHostResolver().resolve6(hostname),
  ]);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length > 0) return addresses;
  const code = hasNoAddress(v4) && hasNoAddress(v6) ? "ENOTFOUND" : "EAI_AGAIN";
  throw Object.assign(new Error(`${hostname} has no address`), { code });
}

const addressesOf = (settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  settled.status === "fulfilled" ? settled.value.map((address) => ({ address, family })) : [];

const hasNoAddress = (settled: PromiseSettledResult<string[]>): boolean =>
  settled.status === "fulfilled" || ["ENOTFOUND", "ENODATA"].includes(settled.reason?.code);
