/** A block of addresses in CIDR notation, its use, and the source. */
type Block = readonly [block: string, name: string, source: string];

/** Every row of the IANA IPv4 Special-Purpose Address Registry, and multicast. */
export const SPECIAL_V4: readonly Block[] = [
  ["0.0.0.0/8", "this network", "RFC 791"],
  ["0.0.0.0/32", "this host on this network", "RFC 1122"],
  ["10.0.0.0/8", "private use", "RFC 1918"],
  ["100.64.0.0/10", "shared address space", "RFC 6598"],
  ["127.0.0.0/8", "loopback", "RFC 1122"],
  ["169.254.0.0/16", "link local, metadata of clouds", "RFC 3927"],
  ["172.16.0.0/12", "private use", "RFC 1918"],
  ["192.0.0.0/24", "IETF protocol assignments", "RFC 6890"],
  ["192.0.0.0/29", "IPv4 service continuity", "RFC 7335"],
  ["192.0.0.8/32", "IPv4 dummy address", "RFC 7600"],
  ["192.0.0.9/32", "Port Control Protocol anycast", "RFC 7723"],
  ["192.0.0.10/32", "TURN anycast", "RFC 8155"],
  ["192.0.0.170/32", "NAT64 and DNS64 discovery", "RFC 8880"],
  ["192.0.0.171/32", "NAT64 and DNS64 discovery", "RFC 8880"],
  ["192.0.2.0/24", "documentation 1", "RFC 5737"],
  ["192.31.196.0/24", "AS112", "RFC 7535"],
  ["192.52.193.0/24", "AMT", "RFC 7450"],
  ["192.88.99.0/24", "6to4 relay anycast", "RFC 7526"],
  ["192.88.99.2/32", "6a44 relay anycast", "RFC 6751"],
  ["192.168.0.0/16", "private use", "RFC 1918"],
  ["192.175.48.0/24", "direct delegation of AS112", "RFC 7534"],
  ["198.18.0.0/15", "benchmarks", "RFC 2544"],
  ["198.51.100.0/24", "documentation 2", "RFC 5737"],
  ["203.0.113.0/24", "documentation 3", "RFC 5737"],
  ["224.0.0.0/4", "multicast", "RFC 5771"],
  ["240.0.0.0/4", "reserved", "RFC 1112"],
  ["255.255.255.255/32", "limited broadcast", "RFC 919"],
];

/** The only block with global unicast addresses; nothing outside of it is public (RFC 4291). */
export const GLOBAL_V6: Block = ["2000::/3", "global unicast", "RFC 4291"];

/** Every row of the IANA IPv6 Special-Purpose Address Registry inside global unicast. */
export const SPECIAL_V6: readonly Block[] = [
  ["2001::/23", "IETF protocol assignments", "RFC 2928"],
  ["2001::/32", "Teredo, contains an IPv4 address", "RFC 4380"],
  ["2001:1::1/128", "Port Control Protocol anycast", "RFC 7723"],
  ["2001:1::2/128", "TURN anycast", "RFC 8155"],
  ["2001:1::3/128", "DNS-SD registration anycast", "RFC 9665"],
  ["2001:2::/48", "benchmarks", "RFC 5180"],
  ["2001:3::/32", "AMT", "RFC 7450"],
  ["2001:4:112::/48", "AS112", "RFC 7535"],
  ["2001:10::/28", "ORCHID", "RFC 4843"],
  ["2001:20::/28", "ORCHID 2", "RFC 7343"],
  ["2001:30::/28", "drone remote ids", "RFC 9374"],
  ["2001:db8::/32", "documentation", "RFC 3849"],
  ["2002::/16", "6to4, contains an IPv4 address", "RFC 3056"],
  ["2620:4f:8000::/48", "direct delegation of AS112", "RFC 7534"],
  ["3fff::/20", "documentation", "RFC 9637"],
];
