import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { resolveHost } from "./resolve-host.ts";

/** A name leads to an address that webhooks are never sent to. */
export class RefusedAddress extends Error {}

/** Addresses of one name that a connection is tried to; no subscriber can have us knock at a thousand doors. */
const MOST_DIALLED = 8;

/**
 * A lookup for sockets that refuses a name unless all its addresses are public. The connection is made to the very
 * addresses that were checked, so a name that changes its answer in between gains nothing.
 */
export const checkedLookup: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname).then(
    (addresses) => {
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddress(), "");
      const dialled = addresses.slice(0, MOST_DIALLED);
      const [{ address, family } = { address: "", family: 4 }] = dialled;
      return options.all ? callback(null, dialled) : callback(null, address, family);
    },
    (error) => callback(error, ""),
  );
};
