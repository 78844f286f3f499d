const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** Returns the network that one customer of a provider has: the IPv4 address itself, or 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [start = [], end = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: GROUPS - start.length - end.length }, () => "0");
  const groups = [...start, ...zeros, ...end].slice(0, GROUPS_OF_NETWORK);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
