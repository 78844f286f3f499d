import { isIPv4 } from "node:net";

/** The first and the last address of a block in CIDR notation. */
export function boundsOf(block: string): { first: string; last: string } {
  const [network = "", prefix = ""] = block.split("/");
  const bits = isIPv4(network) ? 32n : 128n;
  const first = numberOf(network);
  const last = first + (1n << (bits - BigInt(prefix))) - 1n;
  return { first: textOf(first, bits), last: textOf(last, bits) };
}

/** An address as a number; IPv6 in hexadecimal groups only. */
export function numberOf(address: string): bigint {
  if (isIPv4(address)) return address.split(".").reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const [before = [], after = []] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => BigInt(`0x${group}`))));
  const groups = [...before, ...Array<bigint>(8 - before.length - after.length).fill(0n), ...after];
  return groups.reduce((sum, group) => sum * 65_536n + group, 0n);
}

function textOf(address: bigint, bits: bigint): string {
  const [size, radix, separator] = bits === 32n ? [8n, 10, "."] : [16n, 16, ":"];
  const parts = Array.from(
    { length: Number(bits / size) },
    (_, n) => (address >> (size * BigInt(n))) % (1n << size),
  );
  return parts
    .toReversed()
    .map((part) => part.toString(radix))
    .join(separator);
}
