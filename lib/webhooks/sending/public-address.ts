import { BlockList, isIP } from "node:net";
import { GLOBAL_V6, SPECIAL_V4, SPECIAL_V6 } from "./special-addresses.ts";

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
 * Whether an IP address, given as text, is one of the public internet. Anything that is no address is not, and neither is
 * an IPv6 address that carries an IPv4 address or a zone, whatever it carries (ADR 0023).
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

/** An interface id `0:5efe` or `200:5efe` and an IPv4 address behind any network (RFC 5214). */
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
