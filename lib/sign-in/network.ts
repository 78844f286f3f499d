const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** The network an address is of, as far as one customer has it: an IPv4 address itself, 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before = [], after = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
