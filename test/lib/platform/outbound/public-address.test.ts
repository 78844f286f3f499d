import { expect, test } from "vitest";
import { isPublicAddress } from "#lib/platform/outbound/outbound-url.ts";
import { SPECIAL_V4, SPECIAL_V6 } from "#lib/platform/outbound/special-addresses.ts";
import { boundsOf } from "#test/support/network/address-blocks.ts";
import { PUBLIC_NEIGHBOURS } from "#test/support/network/public-neighbours.ts";

/** Rows of the special-purpose registry and of the IPv6 address space outside global unicast. */
const OUTSIDE_GLOBAL_V6 = [
  ["::/128", "unspecified", "RFC 4291"],
  ["::1/128", "loopback", "RFC 4291"],
  ["::/96", "IPv4-compatible", "RFC 4291"],
  ["::ffff:0:0/96", "IPv4-mapped", "RFC 4291"],
  ["::ffff:0:0:0/96", "IPv4-translated, SIIT", "RFC 2765"],
  ["64:ff9b::/96", "NAT64", "RFC 6052"],
  ["64:ff9b:1::/48", "NAT64 of a network", "RFC 8215"],
  ["100::/64", "discard only", "RFC 6666"],
  ["100:0:0:1::/64", "dummy prefix", "RFC 9780"],
  ["::/8", "reserved", "RFC 4291"],
  ["100::/8", "reserved", "RFC 4291"],
  ["200::/7", "NSAP", "RFC 4048"],
  ["400::/6", "reserved", "RFC 4291"],
  ["800::/5", "reserved", "RFC 4291"],
  ["1000::/4", "reserved", "RFC 4291"],
  ["4000::/3", "reserved", "RFC 4291"],
  ["5f00::/16", "segment routing", "RFC 9602"],
  ["6000::/3", "reserved", "RFC 4291"],
  ["8000::/3", "reserved", "RFC 4291"],
  ["a000::/3", "reserved", "RFC 4291"],
  ["c000::/3", "reserved", "RFC 4291"],
  ["e000::/4", "reserved", "RFC 4291"],
  ["f000::/5", "reserved", "RFC 4291"],
  ["f800::/6", "reserved", "RFC 4291"],
  ["fc00::/7", "unique local", "RFC 4193"],
  ["fe00::/9", "reserved", "RFC 4291"],
  ["fe80::/10", "link local", "RFC 4291"],
  ["fec0::/10", "site local", "RFC 3879"],
  ["ff00::/8", "multicast", "RFC 4291"],
] as const;

test.each([...SPECIAL_V4, ...SPECIAL_V6, ...OUTSIDE_GLOBAL_V6])(
  "%s is not public from its first to its last address: %s, %s",
  (block) => {
    const { first, last } = boundsOf(block);
    expect(isPublicAddress(first)).toBe(false);
    expect(isPublicAddress(last)).toBe(false);
  },
);

test.each([
  "::10.0.0.1",
  "::8.8.8.8",
  "::ffff:8.8.8.8",
  "::ffff:0:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::8.8.8.8",
  "2002:808:808::1",
  "2001:0:808:808::1",
  "2606:4700::5efe:8.8.8.8",
  "2606:4700:0:1:0:5EFE:10.0.0.1",
  "2606:4700::0200:5efe:a00:1",
])("%s embeds an IPv4 address and is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "",
  "localhost",
  "8.8.8",
  "0x8.8.8.8",
  "08.8.8.8",
  "8.8.8.8.",
  " 8.8.8.8",
  "8.8.8.8/32",
  "[2606:4700::1111]",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
])("'%s' is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC_NEIGHBOURS)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
