import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Agent, ClientRequest, request } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { perService } from "#lib/platform/per-service.ts";
import { isPublicAddress, type Reach } from "./outbound-url.ts";

interface Transport {
  request: typeof request;
  agent: Agent;
}

/** Milliseconds to connect to one of several addresses before the next is tried; enough for any distance. */
const ADDRESS_MS = 2_000;
/** Maximum idle connections to one host. */
const IDLE_PER_HOST = 16;
/**
 * Milliseconds after which an idle connection is closed, or earlier if the server announces it. Less than the 5 s after which many servers do,
 * and enough for the next request of the same work. Without a limit, connections to many hosts add up to Lambda's 1,024 file descriptors.
 */
const IDLE_MS = 4_000;
const transports = new Map<string, Transport>();

/**
 * The request function and the agent for a protocol; the agent reuses connections, and connects only to addresses that are in reach.
 * node:http is not imported, because an import would load all of undici for one of its exports.
 */
export function getTransport(protocol: string, reach: Reach): Transport {
  const key = `${protocol} ${reach}`;
  const cached = transports.get(key);
  if (cached) return cached;
  const options = {
    keepAlive: true,
    maxFreeSockets: IDLE_PER_HOST,
    timeout: IDLE_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    ...(reach !== "any" && { lookup: LOOKUPS[reach] }),
  };
  const http = process.getBuiltinModule("node:http");
  const transport =
    protocol === "http:"
      ? { request: http.request, agent: new http.Agent(options) }
      : { request: https.request, agent: new https.Agent(options) };
  transports.set(key, transport);
  return transport;
}

/** A host name resolves to an address to which requests are not sent. */
export class AddressNotAllowed extends Error {}

/** Maximum addresses of one name to which connections are tried, so that a name can't cause thousands of them. */
const MAX_ADDRESSES = 8;

/**
 * A DNS lookup for sockets that fails unless all addresses of the name are public. The socket connects to the addresses that were
 * checked, so it is safe if the DNS response changes later (DNS rebinding).
 */
export const lookupPublicAddresses: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname).then(
    (addresses) => {
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new AddressNotAllowed(), "");
      const candidates = addresses.slice(0, MAX_ADDRESSES);
      const [{ address, family } = { address: "", family: 4 }] = candidates;
      return options.all ? callback(null, candidates) : callback(null, address, family);
    },
    (error) => callback(error, ""),
  );
};

/** The system's lookup finds the addresses of `localhost`. */
const LOOKUPS: Record<Exclude<Reach, "any">, LookupFunction> = {
  public: lookupPublicAddresses,
  loopback: (hostname, options, callback) =>
    (isLoopbackHost(hostname) ? lookup : lookupPublicAddresses)(hostname, options, callback),
};

/** Two queries to a DNS server that does not respond take less than 3 s, which leaves time to connect. */
const FIRST_TRY_MS = 900;
const TRIES = 2;

/** The resolver uses the DNS servers of the system, but not its thread pool, search domains or hosts file. */
export const getHostResolver = perService(() => new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES }));

/**
 * All addresses of a name, IPv4 first. Fails with ENOTFOUND if there are none, and with EAI_AGAIN if the lookup failed.
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

/** Destroys a request with an error unless it is connected within a time. Returns what ends this limit. */
export function limitConnecting(
  request: ClientRequest,
  milliseconds: number,
  error: () => Error,
): () => void {
  const timer = setTimeout(() => request.destroy(error()), milliseconds);
  request.once("socket", (socket) => {
    const connected = "encrypted" in socket ? "secureConnect" : "connect";
    if (request.reusedSocket) clearTimeout(timer);
    else socket.once(connected, () => clearTimeout(timer));
  });
  return () => clearTimeout(timer);
}
