import { beforeAll, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { disableOAuthClient } from "#lib/oauth/disable-client.ts";
import type { OAuthClient } from "#lib/oauth/schema.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import {
  ISSUER,
  makeChallenge,
  makeClient,
  parseRequest,
  parseValidRequest,
} from "#test/support/builders/oauth.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const REGISTERED = ["https://app.example.com/callback", "https://app.example.com/other?tenant=1"];
let client: OAuthClient;
let publicClient: OAuthClient;
beforeAll(async () => {
  client = (await makeClient({ redirectUris: REGISTERED })).client;
  publicClient = (await makeClient({ type: "public" })).client;
});

const { challenge } = makeChallenge();
const S256 = { code_challenge: challenge, code_challenge_method: "S256" };

/** What the client is told when a request is refused. */
async function refusalOf(of: OAuthClient, more: Record<string, string | string[]>) {
  const parsed = await parseRequest(of, more);
  if (!("redirectTo" in parsed)) throw new Error("not refused");
  const { origin, pathname, searchParams } = new URL(parsed.redirectTo);
  return { to: origin + pathname, told: Object.fromEntries(searchParams), all: [...searchParams] };
}

describe("an authorization request", () => {
  it("takes client, redirect address, state and scope alone, in one round trip", async () => {
    resetRoundTrips();
    const request = await parseValidRequest(client, { state: "abc", scope: "READ_BOOKING,READ_PROFILE" });
    expect(request).toEqual({
      redirectUri: REGISTERED[0],
      state: "abc",
      scopes: ["READ_BOOKING", "READ_PROFILE"],
      codeChallenge: null,
    });
    expect(roundTrips().trips).toBe(1);
  });

  it("asks for bookings and profile when it names no scope, as far as the client may have them", async () => {
    expect((await parseValidRequest(client)).scopes).toEqual(["READ_BOOKING", "READ_PROFILE"]);
    expect((await parseValidRequest(client, { scope: " " })).scopes).toEqual([
      "READ_BOOKING",
      "READ_PROFILE",
    ]);
    const { client: narrow } = await makeClient({ scopes: ["READ_PROFILE"] });
    expect((await parseValidRequest(narrow)).scopes).toEqual(["READ_PROFILE"]);
  });

  it.each([
    "NONSENSE",
    "READ_BOOKING read_profile",
    "READ_BOOKING ADMIN",
    ...["\n", "\t", "\r\n", "\v", "\u0000", "\u0085", "\u00a0", "\u2028"].flatMap((other) => [
      other,
      `READ_BOOKING${other}READ_PROFILE`,
      `READ_BOOKING${other}`,
    ]),
  ])(
    "tells the client of a scope that is unknown, not its own, or not separated by space or comma: %j",
    async (scope) => {
      expect((await refusalOf(client, { scope, state: "s" })).told).toMatchObject({
        error: "invalid_scope",
        state: "s",
      });
    },
  );

  it("names the issuer once in what the client is told", async () => {
    const { all } = await refusalOf(client, { response_type: "token", state: "s" });
    expect(all.filter(([name]) => name === "iss")).toEqual([["iss", ISSUER]]);
  });

  it("keeps the registered part of the redirect address as it was written", async () => {
    const parsed = await parseRequest(client, { redirect_uri: REGISTERED[1] ?? "", scope: "NONSENSE" });
    expect(parsed).toMatchObject({ redirectTo: expect.stringContaining(`${REGISTERED[1]}&error=`) });
  });

  it.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["unsupported_response_type", { response_type: "code token" }],
    ["invalid_request", { response_mode: "fragment" }],
    ["request_not_supported", { request: "e30.e30." }],
    ["request_uri_not_supported", { request_uri: "https://app.example.com/request" }],
    ["invalid_target", { resource: "https://other.example.com" }],
    ["invalid_request", { scope: ["READ_BOOKING", "READ_PROFILE"] }],
    ["invalid_request", { state: ["one", "other"] }],
  ])("answers %s to %j", async (error, more) => {
    const { told, to } = await refusalOf(client, more);
    expect([told["error"], to]).toEqual([error, REGISTERED[0]]);
  });

  it("ignores what it does not know", async () => {
    await expect(parseValidRequest(client, { nonce: "n", prompt: "login" })).resolves.toBeDefined();
  });
});

describe("a code challenge", () => {
  it("is accepted when it is S256, from every client", async () => {
    for (const of of [client, publicClient])
      expect((await parseValidRequest(of, S256)).codeChallenge).toBe(challenge);
  });

  it.each([
    ["missing", {}],
    ["plain", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["plain by default", { code_challenge: challenge }],
    ["empty", { code_challenge: "", code_challenge_method: "S256" }],
    ["short", { code_challenge: challenge.slice(1), code_challenge_method: "S256" }],
    ["long", { code_challenge: `${challenge}a`, code_challenge_method: "S256" }],
    ["of other characters", { code_challenge: `${challenge.slice(1)}=`, code_challenge_method: "S256" }],
    ["written otherwise", { code_challenge: challenge, code_challenge_method: "s256" }],
  ])("is refused to a public client when it is %s", async (_, more) => {
    expect((await refusalOf(publicClient, more)).told["error"]).toBe("invalid_request");
  });

  it("is refused to a confidential client, too, when it is anything but S256", async () => {
    const plain = { code_challenge: challenge, code_challenge_method: "plain" };
    expect((await refusalOf(client, plain)).told["error"]).toBe("invalid_request");
    expect((await refusalOf(client, { code_challenge: challenge })).told["error"]).toBe("invalid_request");
  });
});

describe("a redirect address", () => {
  const [registered = ""] = REGISTERED;
  it.each([
    `${registered}/`,
    `${registered}/../callback`,
    `${registered}/../../evil`,
    `${registered}/..%2f..%2fevil`,
    `${registered}%2f..%2fevil`,
    `${registered}?next=https://evil.example.com`,
    `${registered}?`,
    `${registered}#`,
    `${registered}#fragment`,
    `${registered}%23fragment`,
    `${registered};a=b`,
    `${registered}%00`,
    `${registered}%0d%0aLocation:%20https://evil.example.com`,
    `${registered} `,
    ` ${registered}`,
    `${registered}\n`,
    registered.toUpperCase(),
    registered.replace("callback", "Callback"),
    registered.replace("callback", "%63allback"),
    registered.replace("callback", ""),
    registered.replace("/callback", "//callback"),
    registered.replace("/callback", "/./callback"),
    registered.replace("/callback", "\\callback"),
    registered.replace("https", "http"),
    registered.replace("https", "HTTPS"),
    registered.replace("https:", ""),
    registered.replace("app.example.com", "app.example.com:443"),
    registered.replace("app.example.com", "app.example.com:8443"),
    registered.replace("app.example.com", "app.example.com."),
    registered.replace("app.example.com", "user@app.example.com"),
    registered.replace("app.example.com", "app.example.com@evil.example.com"),
    registered.replace("app.example.com", "evil.example.com#app.example.com"),
    registered.replace("app.example.com", "app.example.com.evil.example.com"),
    registered.replace("app.example.com", "evil.app.example.com"),
    registered.replace("app.example.com", "*.example.com"),
    registered.replace("app.example.com", "аpp.example.com"),
    "https://app.example.com/other?tenant=2",
    "https://app.example.com/other?tenant=1&tenant=2",
    "https://app.example.com/other",
    "/callback",
    "javascript:alert(1)//https://app.example.com/callback",
    "data:text/html,x",
    "",
  ])("is never followed when it is not the registered one: %j", async (redirect_uri) => {
    await expect(parseRequest(client, { redirect_uri })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is never followed when it comes twice, even if one of them is registered", async () => {
    for (const redirect_uri of [
      [registered, "https://evil.example.com"],
      ["https://evil.example.com", registered],
      [registered, registered],
    ])
      await expect(parseRequest(client, { redirect_uri })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is never followed for a client that is unknown, disabled or named twice", async () => {
    const { client: disabled } = await makeClient();
    await disableOAuthClient(OPERATOR, disabled.id, true);
    for (const client_id of ["f".repeat(64), "", "H#1", disabled.id, [client.id, client.id]])
      await expect(parseRequest(client, { client_id })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
