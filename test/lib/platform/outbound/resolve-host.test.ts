import { expect, test } from "vitest";
import { getHostResolver, resolveHost } from "#lib/platform/outbound/connections.ts";
import { startDnsServer } from "#test/support/network/dns-server.ts";

test("a lookup to which the DNS server does not respond fails, and does not delay other lookups", async () => {
  const slow = ["a", "b", "c", "d", "e", "f", "g", "h"].map((label) => `${label}.slow.example.com`);
  const { address, asked } = await startDnsServer((name) => (slow.includes(name) ? "silence" : ["1.1.1.1"]));
  getHostResolver().setServers([address]);
  const order: string[] = [];
  const waiting = slow.map((name) =>
    resolveHost(name).catch(({ code }) => {
      order.push(code);
    }),
  );
  expect(await resolveHost("quick.example.com")).toEqual([{ address: "1.1.1.1", family: 4 }]);
  order.push("quick");
  await Promise.all(waiting);
  expect(order).toEqual(["quick", ...slow.map(() => "EAI_AGAIN")]);
  for (const name of slow) expect(asked.filter((one) => one === name)).toHaveLength(4);
});

test("the hosts file and search domains are not used", async () => {
  const { address, asked } = await startDnsServer(() => "unknown");
  getHostResolver().setServers([address]);
  await expect(resolveHost("hook.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(new Set(asked)).toEqual(new Set(["hook.example"]));
});
