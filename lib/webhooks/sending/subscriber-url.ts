import { isIP } from "node:net";
import * as z from "zod";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { isPublicAddress } from "./public-address.ts";

const LONGEST = 2048;
/** Ports below 1024 that are web servers. */
const WEB_PORTS = new Set([443]);
const FIRST_FREE_PORT = 1024;
/** Ports of databases, caches, brokers and control planes, which no webhook receiver uses. */
const FORBIDDEN_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 5985, 5986, 6379, 6443,
  7001, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017, 27018, 50070,
]);

/** Names that lead to machines near by, wherever they are looked up (RFC 6761, 6762, 8375). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;

/** What is wrong with an address to send webhooks to, in a few words; undefined when nothing is. */
export function urlProblem(text: string, allowInsecure: boolean): string | undefined {
  // A URL parser removes these without an error, so what is stored would not be what is called.
  if (/\p{Cc}/u.test(text)) return "must not contain control characters";
  if (text.trim() !== text) return "must not start or end with a space";
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(allowInsecure && url.protocol === "http:"))
    return "must start with https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (allowInsecure) return undefined;
  const port = Number(url.port || 443);
  if (!(WEB_PORTS.has(port) || port >= FIRST_FREE_PORT) || FORBIDDEN_PORTS.has(port))
    return "must use port 443 or an allowed port from 1024";
  return isPublicHost(hostOf(url)) ? undefined : "must be a public address";
}

/** Whether a host may be public: names are looked up and checked with every connection. */
const isPublicHost = (host: string): boolean =>
  isIP(host) === 0 ? host.includes(".") && !LOCAL_NAMES.test(host) : isPublicAddress(host);

/** The host of a URL, an IPv6 address without its brackets, a name without the dot of the root. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.+$/g, "");

/** Where a webhook is sent (ADR 0023). */
export const SubscriberUrl = z
  .string()
  .max(LONGEST)
  .superRefine((text, context) => {
    const message = urlProblem(text, isSwitchedOn("ALLOW_INSECURE_WEBHOOKS"));
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
