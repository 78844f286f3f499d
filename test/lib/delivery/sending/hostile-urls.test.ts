import { beforeEach, describe, expect, test } from "vitest";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { WebhookCreate } from "#lib/delivery/subscriptions/input.ts";
import { getHostResolver } from "#lib/platform/outbound/connections.ts";
import { hostOf, isPublicAddress } from "#lib/platform/outbound/outbound-url.ts";
import { dial, recordDials } from "#test/support/network/dial-recorder.ts";
import { type DnsAnswer, startDnsServer } from "#test/support/network/dns-server.ts";
import { REFUSED_NAMES, REFUSED_URLS } from "#test/support/network/hostile-urls.ts";
import { PUBLIC_NEIGHBOURS } from "#test/support/network/public-neighbours.ts";
import { startSilentServer } from "#test/support/network/silent-server.ts";

const NOT_ALLOWED = { status: null, error: "The address is not allowed.", isFinal: true };
const post = (url: string) => dial(() => postWebhook({ url, headers: {}, body: "{}" }));

/** The fields for which the body of a create is rejected. */
const rejectedFields = (subscriberUrl: string): string[] => {
  const { error } = WebhookCreate.safeParse({ subscriberUrl, eventTriggers: ["BOOKING_CREATED"] });
  return (error?.issues ?? []).map(({ path }) => path.join("/"));
};

let dials: Awaited<ReturnType<typeof recordDials>>;
/** The answers of the DNS server. */
let answer: (name: string) => DnsAnswer;

beforeEach(async () => {
  // All connections go to this server, which closes them.
  const { port } = await startSilentServer((socket) => socket.destroy());
  dials = await recordDials(port);
  answer = () => "unknown";
  const { address } = await startDnsServer((name) => answer(name));
  getHostResolver().setServers([address]);
});

test("there are more than 200 hostile addresses", () => {
  expect(new Set(REFUSED_URLS).size + Object.keys(REFUSED_NAMES).length).toBeGreaterThan(200);
});

describe.each(REFUSED_URLS)("%j", (url) => {
  test("is rejected in a request, and gets no connection if it is stored", async () => {
    expect(rejectedFields(url)).toEqual(["subscriberUrl"]);
    expect(await post(url)).toEqual(NOT_ALLOWED);
    expect(dials).toEqual([]);
  });
});

describe.each(Object.entries(REFUSED_NAMES))("the name %s", (name, addresses) => {
  test("is accepted, but gets no connection and no retry, and the error contains no address", async () => {
    answer = () => addresses;
    expect(rejectedFields(`https://${name}/`)).toEqual([]);
    expect(await post(`https://${name}/`)).toEqual(NOT_ALLOWED);
    expect(dials).toEqual([]);
  });
});

test("a name that changes its addresses gets connections only to the addresses that were checked", async () => {
  const answers = [["1.1.1.1"], ["127.0.0.1"]];
  let lookups = 0;
  answer = () => answers[Math.min(Math.floor(lookups++ / 2), 1)] ?? [];
  expect(await post("https://hook.example.com/")).toMatchObject({ isFinal: false });
  expect(dials).toEqual([{ address: "1.1.1.1", port: 443 }]);
  expect(await post("https://hook.example.com/")).toEqual(NOT_ALLOWED);
  expect(dials).toHaveLength(1);
});

describe("a public address near a special one", () => {
  test.each(PUBLIC_NEIGHBOURS)("%s gets a connection, by address and by name", async (address) => {
    answer = () => [address];
    const url = new URL(`https://${address.includes(":") ? `[${address}]` : address}/`);
    expect(rejectedFields(url.href)).toEqual([]);
    await post(url.href);
    await post("https://hook.example.com:8443/");
    expect(dials).toEqual([
      { address: hostOf(url), port: 443 },
      { address: hostOf(url), port: 8443 },
    ]);
  });

  test("at most eight addresses of a name are tried", async () => {
    answer = () => Array.from({ length: 20 }, (_, n) => `1.1.1.${n + 1}`);
    await post("https://hook.example.com/");
    expect(dials.length).toBeGreaterThan(0);
    expect(dials.length).toBeLessThanOrEqual(8);
    expect(dials.every(({ address }) => isPublicAddress(address))).toBe(true);
  });
});

test.each([
  ["unknown", "The host name was not found."],
  [[], "The host name was not found."],
  ["broken", "The host name could not be looked up."],
] as const)("a name without a DNS answer is retried: %j", async (dnsAnswer, error) => {
  answer = () => dnsAnswer;
  expect(await post("https://hook.example.com/")).toEqual({ status: null, error, isFinal: false });
  expect(dials).toEqual([]);
});
