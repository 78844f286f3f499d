import type { Agent, request } from "node:http";
import https from "node:https";
import { checkedLookup } from "./checked-lookup.ts";

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
export function transportFor(protocol: string, allowInsecure: boolean): Transport {
  const key = `${protocol} ${allowInsecure}`;
  const known = transports.get(key);
  if (known) return known;
  const options = {
    keepAlive: true,
    maxFreeSockets: IDLE_PER_HOST,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    ...(!allowInsecure && { lookup: checkedLookup }),
  };
  const http = process.getBuiltinModule("node:http");
  const made =
    protocol === "http:"
      ? { request: http.request, agent: new http.Agent(options) }
      : { request: https.request, agent: new https.Agent(options) };
  transports.set(key, made);
  return made;
}
