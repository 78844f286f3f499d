import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** A name leads to an address that webhooks are never sent to. */
export class RefusedAddress extends Error {}

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that refuses a name unless all its addresses are public. The connection is made to the very
 * addresses that were checked, so a name that changes its answer in between gains nothing.
 */
export const checkedLookup =
  (resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { all: true, ...familyOf(options) }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "");
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddress(), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

const familyOf = ({ family }: { family?: number | "IPv4" | "IPv6" | undefined }): { family?: number } => {
  if (family === undefined) return {};
  return { family: typeof family === "number" ? family : Number(family.slice(-1)) };
};
