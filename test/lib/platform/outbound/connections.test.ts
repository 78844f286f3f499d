import type { LookupAddress, LookupOptions } from "node:dns";
import { expect, test } from "vitest";
import {
  AddressNotAllowed,
  getHostResolver,
  lookupPublicAddresses,
} from "#lib/platform/outbound/connections.ts";
import { startDnsServer } from "#test/support/network/dns-server.ts";

/** Looks up a name with these addresses. Returns the arguments of the callback. */
async function lookUp(addresses: string[], options: LookupOptions = { all: true }): Promise<unknown[]> {
  const { address } = await startDnsServer(() => addresses);
  getHostResolver().setServers([address]);
  return new Promise((resolve) => {
    lookupPublicAddresses("hook.example.com", options, (...lookupResult) => resolve(lookupResult));
  });
}

test("a name with public addresses resolves to the first of them", async () => {
  expect(await lookUp(["1.1.1.1", "8.8.8.8"], {})).toEqual([null, "1.1.1.1", 4]);
});

test("a lookup of all addresses returns exactly those that were checked", async () => {
  const addresses: LookupAddress[] = [
    { address: "1.1.1.1", family: 4 },
    { address: "2606:4700::1111", family: 6 },
  ];
  expect(await lookUp(["2606:4700::1111", "1.1.1.1"])).toEqual([null, addresses]);
});

test.each([
  ["only a private address", ["10.0.0.1"]],
  ["a private address after a public one", ["1.1.1.1", "127.0.0.1"]],
  ["a private IPv6 and a public IPv4 address", ["1.1.1.1", "fd00::1"]],
])("a name with %s is rejected", async (_, addresses) => {
  const [error] = await lookUp(addresses);
  expect(error).toBeInstanceOf(AddressNotAllowed);
});

test("a name without any address is not found", async () => {
  expect(await lookUp([])).toEqual([expect.objectContaining({ code: "ENOTFOUND" }), ""]);
});
