import type { LookupAddress, LookupOptions } from "node:dns";
import { expect, test } from "vitest";
import { checkedLookup, RefusedAddress } from "#lib/webhooks/checked-lookup.ts";

const answer = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** What a socket is told when a name has these addresses. */
const lookedUp = (addresses: LookupAddress[], options: LookupOptions = {}) =>
  new Promise<unknown[]>((resolve) => {
    const lookup = checkedLookup((_hostname, _options, callback) => callback(null, addresses));
    lookup("hook.example.com", options, (...told) => resolve(told));
  });

test("a name with public addresses leads to the first of them", async () => {
  expect(await lookedUp(answer("93.184.216.34", "1.1.1.1"))).toEqual([null, "93.184.216.34", 4]);
});

test("a socket that asks for all addresses gets exactly those that were checked", async () => {
  const addresses = answer("93.184.216.34", "2606:4700::1111");
  expect(await lookedUp(addresses, { all: true })).toEqual([null, addresses]);
});

test.each([
  ["only a private address", answer("10.0.0.1")],
  ["a private address behind a public one", answer("93.184.216.34", "127.0.0.1")],
  ["a private IPv6 address beside a public IPv4 one", answer("93.184.216.34", "fd00::1")],
])("a name with %s is refused", async (_, addresses) => {
  const [error] = await lookedUp(addresses, { all: true });
  expect(error).toBeInstanceOf(RefusedAddress);
});

test("a name without any address is an error", async () => {
  const [error] = await lookedUp([]);
  expect(error).toBeInstanceOf(Error);
});
