import { BlockList, isIP } from "node:net";

/** IPv4 blocks that are not public, from the IANA special-purpose registry, and multicast. */
const SPECIAL_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/**
 * The one IPv6 block of global unicast. Outside lie loopback, link-local, unique local, multicast, and the forms that
 * carry an IPv4 address: mapped, compatible and NAT64.
 */
const GLOBAL_V6 = ["2000::", 3] as const;
/** Blocks inside it that are not public: protocol assignments with Teredo and ORCHID, documentation, 6to4. */
const SPECIAL_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const specialV4 = new BlockList();
for (const [network, prefix] of SPECIAL_V4) specialV4.addSubnet(network, prefix, "ipv4");
const globalV6 = new BlockList();
globalV6.addSubnet(...GLOBAL_V6, "ipv6");
const specialV6 = new BlockList();
for (const [network, prefix] of SPECIAL_V6) specialV6.addSubnet(network, prefix, "ipv6");

/** Whether an IP address, given as text, is one of the public internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, "ipv4");
    case 6:
      return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
    default:
      return false;
  }
}
