import { BlockList, isIP } from "node:net";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { GLOBAL_V6, SPECIAL_V4, SPECIAL_V6 } from "./special-addresses.ts";

const FIRST_FREE_PORT = 1024;
/** Ports of databases, caches, brokers and control planes, which no server of a URL uses. */
const FORBIDDEN_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 5985, 5986, 6379, 6443,
  7001, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017, 27018, 50070,
]);

/** Names of local machines (RFC 6761, 6762, 8375). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/** Where requests may go: to public addresses by https; also by http and to this machine; or anywhere. */
export type Reach = "public" | "loopback" | "any";

/**
 * What is wrong with a URL for requests, as the rest of a sentence; undefined if it is allowed.
 *
 * @example
 * findUrlProblem("http://example.com", "public"); // "must start with https://"
 */
export function findUrlProblem(text: string, reach: Reach): string | undefined {
  // A URL parser removes these without an error, so the stored URL would differ from the requested one.
  if (/\p{Cc}/u.test(text)) return "must not contain control characters";
  if (text.trim() !== text) return "must not start or end with a space";
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(reach !== "public" && url.protocol === "http:"))
    return "must start with https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (reach === "any" || (reach === "loopback" && isLoopbackHost(url.hostname))) return undefined;
  const usual = url.protocol === "http:" ? 80 : 443;
  const port = Number(url.port || usual);
  if (!(port === usual || port >= FIRST_FREE_PORT) || FORBIDDEN_PORTS.has(port))
    return "must use port 443 or an allowed port from 1024";
  return isPublicHost(hostOf(url)) ? undefined : "must be a public address";
}

/** Whether a host may be public. The addresses of a name are checked again with each connection. */
const isPublicHost = (host: string): boolean =>
  isIP(host) === 0 ? host.includes(".") && !LOCAL_NAMES.test(host) : isPublicAddress(host);

/** The host of a URL: an IPv6 address without brackets, a name without a trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.+$/g, "");

const specialV4 = blockList(SPECIAL_V4, "ipv4");
const globalV6 = blockList([GLOBAL_V6], "ipv6");
const specialV6 = blockList(SPECIAL_V6, "ipv6");

function blockList(blocks: readonly (readonly [string, ...unknown[]])[], type: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [block] of blocks) {
    const [network = "", prefix] = block.split("/");
    list.addSubnet(network, Number(prefix), type);
  }
  return list;
}

/**
 * Whether a text is an IP address of the public internet. IPv6 addresses that embed an IPv4 address or a zone are never public
 * (ADR 0023).
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, "ipv4");
    case 6:
      return !address.includes("%") && isPublicV6(address);
    default:
      return false;
  }
}

const isPublicV6 = (address: string): boolean =>
  globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6") && !isIsatap(address);

/** Whether the interface id is `0:5efe` or `200:5efe` and an IPv4 address (ISATAP, RFC 5214). */
function isIsatap(address: string): boolean {
  const [, , , , fifth = "", sixth] = groupsOf(address);
  return /^0?200$|^0$/.test(fifth) && sixth === "5efe";
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical.split("::").map((part) => (part === "" ? [] : part.split(":")));
  return [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
}
