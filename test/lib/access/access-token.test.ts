import { createHmac, generateKeyPairSync } from "node:crypto";
import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { authorize } from "#lib/access/authorize.ts";
import { Caller, isSystemAdmin, OPERATOR } from "#lib/access/caller.ts";
import { findGrant } from "#lib/grants/find.ts";
import { revokeGrant } from "#lib/grants/revoke.ts";
import { disableOAuthClient } from "#lib/oauth/disable-client.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { open } from "#lib/platform/seal.ts";
import { readKeySet } from "#lib/signing-keys/key-set.ts";
import { storedKeys } from "#lib/signing-keys/ring.ts";
import { lockUser } from "#lib/users/lock.ts";
import { makeHost, makeKey } from "#test/support/builders.ts";
import { authorizerEvent } from "#test/support/gateway-event.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { ISSUER, makeClient, makeTokens } from "#test/support/oauth.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const decide = (token: string) =>
  authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } }));
const effectOf = ({ policyDocument }: APIGatewayAuthorizerResult) => policyDocument.Statement[0]?.Effect;
const effectFor = async (token: string) => effectOf(await decide(token));
const callerOf = ({ context }: APIGatewayAuthorizerResult) =>
  Caller.parse(JSON.parse(String(context?.["caller"])));

async function tokenOfSomebody(more: Record<string, string> = {}, role: Caller["role"] = "USER") {
  const [host, made] = [await makeHost(role), await makeClient({ scopes: ["READ_BOOKING", "ADMIN"] })];
  const { access_token: token } = await makeTokens(host, made, { scope: "READ_BOOKING", ...more });
  return { host, made, token, grant: await findGrant(host.userId, made.client.id) };
}

describe("an access token", () => {
  it("is a JWT for access at this API alone, with the claims of RFC 9068 and its grant", async () => {
    const { token, host, made, grant } = await tokenOfSomebody();
    const { keys } = await readKeySet();
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "at+jwt", kid: keys[0]?.kid });
    const { iat = 0, ...claims } = decodeJwt(token);
    expect(claims).toEqual({
      iss: ISSUER,
      aud: ISSUER,
      sub: String(host.userId),
      client_id: made.client.id,
      grant_id: grant?.id,
      scope: "READ_BOOKING",
      exp: iat + 1800,
      jti: expect.any(String),
    });
  });

  it("stands for its user, with its own scopes", async () => {
    const { token, host, grant } = await tokenOfSomebody();
    const result = await decide(token);
    expect(effectOf(result)).toBe("Allow");
    expect(callerOf(result)).toEqual({
      userId: host.userId,
      role: "USER",
      scopes: ["READ_BOOKING"],
      credentialId: `grant-${grant?.id}`,
    });
  });

  it("O-17 of an admin makes no admin without the scope ADMIN", async () => {
    const plain = callerOf(await decide((await tokenOfSomebody({}, "ADMIN")).token));
    expect(isSystemAdmin(plain)).toBe(false);
    const scope = "READ_BOOKING ADMIN";
    expect(isSystemAdmin(callerOf(await decide((await tokenOfSomebody({ scope }, "ADMIN")).token)))).toBe(
      true,
    );
    expect(isSystemAdmin(callerOf(await decide((await tokenOfSomebody({ scope })).token)))).toBe(false);
  });

  it("takes one round trip also when the keys have to be read again", async () => {
    const { token } = await tokenOfSomebody();
    await decide(token);
    setClock(() => Date.now() + 61_000);
    resetRoundTrips();
    await decide(token);
    expect(roundTrips()).toMatchObject({ trips: 1, calls: 3 });
  });

  it("shares the rate limit of its grant, user and client, not of the user's keys", async () => {
    vi.stubEnv("RATE_LIMIT_PER_MINUTE", "3");
    const [host, made] = [await makeHost(), await makeClient()];
    const tokens = [(await makeTokens(host, made)).access_token, (await makeTokens(host, made)).access_token];
    const refusals = [];
    for (const token of [...tokens, ...tokens]) refusals.push((await decide(token)).context?.["refusal"]);
    expect(refusals).toEqual([undefined, undefined, undefined, "too_many_requests"]);
    expect((await decide((await makeKey(host)).key)).context?.["refusal"]).toBeUndefined();
    vi.unstubAllEnvs();
  });

  it("ends after half an hour, give or take some seconds", async () => {
    const { token } = await tokenOfSomebody();
    const issued = (decodeJwt(token).iat ?? 0) * 1000;
    setClock(() => issued + 1_799_000);
    expect(await effectFor(token)).toBe("Allow");
    setClock(() => issued + 1_806_000);
    expect(await effectFor(token)).toBe("Deny");
  });

  it("O-12 is refused at the very next call when its grant is revoked", async () => {
    const { token, grant } = await tokenOfSomebody();
    expect(await effectFor(token)).toBe("Allow");
    await revokeGrant(grant?.id ?? "");
    expect(await effectFor(token)).toBe("Deny");
  });

  it("O-12 is refused at the very next call when its client is disabled, and taken when it is enabled", async () => {
    const { token, made } = await tokenOfSomebody();
    const disable = (isDisabled: boolean) => disableOAuthClient(OPERATOR, made.client.id, isDisabled);
    expect(await effectFor(token)).toBe("Allow");
    await disable(true);
    expect(await effectFor(token)).toBe("Deny");
    await disable(false);
    expect(await effectFor(token)).toBe("Allow");
  });

  it("of a locked user is let through only to be told so", async () => {
    const { token, host } = await tokenOfSomebody();
    await lockUser(OPERATOR, host.userId, true);
    expect((await decide(token)).context).toMatchObject({ refusal: "user_locked" });
  });

  it("O-13 is taken from the Authorization header alone, and nothing else is taken for one", async () => {
    const { host, made, token } = await tokenOfSomebody();
    const { refresh_token } = await makeTokens(host, made);
    const elsewhere = [{ headers: { "X-Api-Key": [token] } }, { query: { apiKey: [token] } }];
    for (const sent of elsewhere) expect(effectOf(await authorize(authorizerEvent(sent)))).toBe("Deny");
    for (const other of [
      refresh_token,
      "ac_code",
      made.client.id,
      made.secret ?? "",
      refresh_token.replace("rt", "sk"),
    ])
      expect(await effectFor(other)).toBe("Deny");
  });

  it("beside another credential is one too many", async () => {
    const { token, host } = await tokenOfSomebody();
    const { key } = await makeKey(host);
    const both = { headers: { Authorization: [`Bearer ${token}`], "X-Api-Key": [key] } };
    expect((await authorize(authorizerEvent(both))).context).toEqual({ refusal: "two_credentials" });
  });
});

const encoded = (value: object | string) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

describe("a token that was tampered with", () => {
  let token: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let ownKey: Awaited<ReturnType<typeof importJWK>>;
  let publicText: string;
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });

  beforeAll(async () => {
    ({ token } = await tokenOfSomebody());
    header = { ...decodeProtectedHeader(token) };
    claims = { ...decodeJwt(token) };
    const [key] = (await storedKeys())?.keys ?? [];
    if (!key) throw new Error("there is no key");
    publicText = JSON.stringify(key.publicKey);
    ownKey = await importJWK(JSON.parse(await open(key.sealed, { signingKey: key.kid })), "ES256");
  });

  /** Signs anything with the very key of the service. */
  const signed = (more: object, head: object = {}) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: "ES256", ...header, ...head }).sign(ownKey);
  const bySomebody = (head: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header, ...head }).sign(stranger.privateKey);
  const now = () => Math.floor(Date.now() / 1000);

  it("is taken as long as nothing is wrong with it", async () => {
    expect(await effectFor(await signed({}))).toBe("Allow");
  });

  it.each<[string, () => Promise<string> | string]>([
    ["another issuer", () => signed({ iss: "https://evil.example.com/v1" })],
    ["an issuer with a slash", () => signed({ iss: `${ISSUER}/` })],
    ["no issuer", () => signed({ iss: undefined })],
    ["another audience", () => signed({ aud: "https://other.example.com" })],
    ["no audience", () => signed({ aud: undefined })],
    ["an end in the past", () => signed({ exp: now() - 10 })],
    ["no end", () => signed({ exp: undefined })],
    ["an end that is no number", () => signed({ exp: "9999999999" })],
    ["a beginning in the future", () => signed({ iat: now() + 3600, exp: now() + 7200 })],
    ["no beginning", () => signed({ iat: undefined })],
    ["a longer life", () => signed({ iat: now() - 1900, exp: now() + 3600 })],
    ["not before the future", () => signed({ nbf: now() + 3600 })],
    ["another user", () => signed({ sub: "1" })],
    ["no user", () => signed({ sub: undefined })],
    ["a user that is none", () => signed({ sub: "1#" })],
    ["no grant", () => signed({ grant_id: undefined })],
    ["an unknown grant", () => signed({ grant_id: "gr_unknown" })],
    ["no client", () => signed({ client_id: undefined })],
    ["another client", () => signed({ client_id: "f".repeat(64) })],
    ["the type of any JWT", () => signed({}, { typ: "JWT" })],
    ["no type", () => signed({}, { typ: undefined })],
    ["the type of a logout token", () => signed({}, { typ: "logout+jwt" })],
    ["no key name", () => signed({}, { kid: undefined })],
    ["an unknown key name", () => signed({}, { kid: "unknown" })],
    ["a key name that is a path", () => signed({}, { kid: "../../dev/null" })],
    [
      "an extension it does not know",
      () =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "ES256", ...header, crit: ["x"], x: 1 })
          .sign(ownKey, { crit: { x: true } }),
    ],
    ["the key of somebody else", () => bySomebody({})],
    ["a key brought along", () => bySomebody({ jwk: stranger.publicKey.export({ format: "jwk" }) })],
    ["the address of a key", () => bySomebody({ jku: "https://evil.example.com/jwks.json" })],
    ["a certificate brought along", () => bySomebody({ x5c: ["MIIB"], x5u: "https://evil.example.com/x" })],
    ["the algorithm none", () => `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`],
    [
      "the algorithm None and a signature",
      () => `${encoded({ ...header, alg: "None" })}.${encoded(claims)}.AA`,
    ],
    [
      "no algorithm",
      () => `${encoded({ ...header, alg: undefined })}.${token.split(".").slice(1).join(".")}`,
    ],
    [
      "the public key as a secret",
      () => {
        const text = `${encoded({ ...header, alg: "HS256" })}.${encoded(claims)}`;
        return `${text}.${createHmac("sha256", publicText).update(text).digest("base64url")}`;
      },
    ],
    ["no signature", () => token.split(".").slice(0, 2).join(".")],
    ["an empty signature", () => `${token.split(".").slice(0, 2).join(".")}.`],
    ["a signature of zeros", () => `${token.split(".").slice(0, 2).join(".")}.${encoded("\0".repeat(64))}`],
    ["half a signature", () => token.slice(0, -43)],
    ["a changed signature", () => token.replace(/.{4}$/, "AAAA")],
    ["claims of its own", () => token.replace(/\.[^.]+\./, `.${encoded({ ...claims, scope: "ADMIN" })}.`)],
    ["claims that are no JSON", () => token.replace(/\.[^.]+\./, `.${encoded("{")}.`)],
    ["claims that are a list", () => token.replace(/\.[^.]+\./, `.${encoded("[]")}.`)],
    ["a dot too many", () => `${token}.`],
    ["a part too many", () => `${token}.AA`],
    ["five parts", () => `${token}.AA.AA`],
    ["a dot before it", () => `.${token}`],
    ["two dots in a row", () => token.replace(".", "..")],
    ["another token behind it", () => `${token},${token}`],
    ["endless claims", () => signed({ padding: "x".repeat(10_000) })],
  ])("O-14 is refused with %s", async (_, make) => {
    expect(await effectFor(await make())).toBe("Deny");
  });
});
