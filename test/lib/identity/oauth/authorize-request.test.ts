import { beforeAll, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { disableOAuthClient } from "#lib/identity/oauth/clients.ts";
import type { OAuthClient } from "#lib/identity/oauth/schema.ts";
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

/** Sends a request that must fail. Returns the address and the parameters of its redirect. */
async function getErrorRedirect(requester: OAuthClient, more: Record<string, string | string[]>) {
  const parsed = await parseRequest(requester, more);
  if (!("redirectTo" in parsed)) throw new Error("the request was not rejected");
  const { origin, pathname, searchParams } = new URL(parsed.redirectTo);
  return { to: origin + pathname, parameters: Object.fromEntries(searchParams), all: [...searchParams] };
}

describe("an authorization request", () => {
  it("needs only client, redirect address, state and scope, and takes one round trip", async () => {
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

  it("has READ_BOOKING and READ_PROFILE by default, if the client is allowed to have them", async () => {
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
    "redirects with invalid_scope if a scope is unknown, not allowed, or not separated by space or comma: %j",
    async (scope) => {
      expect((await getErrorRedirect(client, { scope, state: "s" })).parameters).toMatchObject({
        error: "invalid_scope",
        state: "s",
      });
    },
  );

  it("has the issuer once in an error redirect", async () => {
    const { all } = await getErrorRedirect(client, { response_type: "token", state: "s" });
    expect(all.filter(([name]) => name === "iss")).toEqual([["iss", ISSUER]]);
  });

  it("does not change the registered redirect address in an error redirect", async () => {
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
  ])("redirects with %s for %j", async (error, more) => {
    const { parameters, to } = await getErrorRedirect(client, more);
    expect([parameters["error"], to]).toEqual([error, REGISTERED[0]]);
  });

  it("ignores unknown parameters", async () => {
    await expect(parseValidRequest(client, { nonce: "n", prompt: "login" })).resolves.toBeDefined();
  });
});

describe("a code challenge", () => {
  it("is accepted from every client if it is S256", async () => {
    for (const each of [client, publicClient])
      expect((await parseValidRequest(each, S256)).codeChallenge).toBe(challenge);
  });

  it.each([
    ["missing", {}],
    ["plain", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["plain by default", { code_challenge: challenge }],
    ["empty", { code_challenge: "", code_challenge_method: "S256" }],
    ["short", { code_challenge: challenge.slice(1), code_challenge_method: "S256" }],
    ["long", { code_challenge: `${challenge}a`, code_challenge_method: "S256" }],
    ["of other characters", { code_challenge: `${challenge.slice(1)}=`, code_challenge_method: "S256" }],
    ["of the method s256", { code_challenge: challenge, code_challenge_method: "s256" }],
  ])("is rejected for a public client if it is %s", async (_, more) => {
    expect((await getErrorRedirect(publicClient, more)).parameters["error"]).toBe("invalid_request");
  });

  it("is also rejected for a confidential client if it is not S256", async () => {
    const plain = { code_challenge: challenge, code_challenge_method: "plain" };
    expect((await getErrorRedirect(client, plain)).parameters["error"]).toBe("invalid_request");
    expect((await getErrorRedirect(client, { code_challenge: challenge })).parameters["error"]).toBe(
      "invalid_request",
    );
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
  ])("is rejected without a redirect if it is not the registered one: %j", async (redirect_uri) => {
    await expect(parseRequest(client, { redirect_uri })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is rejected without a redirect if it is sent twice, even if one is registered", async () => {
    for (const redirect_uri of [
      [registered, "https://evil.example.com"],
      ["https://evil.example.com", registered],
      [registered, registered],
    ])
      await expect(parseRequest(client, { redirect_uri })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is rejected without a redirect for a client that is unknown, disabled or sent twice", async () => {
    const { client: disabled } = await makeClient();
    await disableOAuthClient(OPERATOR, disabled.id, true);
    for (const client_id of ["f".repeat(64), "", "H#1", disabled.id, [client.id, client.id]])
      await expect(parseRequest(client, { client_id })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
