import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Caller, isSystemAdmin, OPERATOR } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { disableOAuthClient, updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { revokeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { readKeySet } from "#lib/identity/oauth/signing-keys/key-set.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { Scope } from "#lib/scopes.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { ISSUER, makeClient, makeTokens } from "#test/support/builders/oauth.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { FORGERIES, makeForge } from "#test/support/secrets/forged-tokens.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const decide = (token: string) =>
  authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } }));
const effectOf = ({ policyDocument }: APIGatewayAuthorizerResult) => policyDocument.Statement[0]?.Effect;
const effectFor = async (token: string) => effectOf(await decide(token));
const callerOf = ({ context }: APIGatewayAuthorizerResult) =>
  Caller.parse(JSON.parse(String(context?.["caller"])));

async function makeToken(more: Record<string, string> = {}, role: Caller["role"] = "USER") {
  const [host, made] = [await makeHost(role), await makeClient({ scopes: ["READ_BOOKING", "ADMIN"] })];
  const { access_token: token } = await makeTokens(host, made, { scope: "READ_BOOKING", ...more });
  return { host, made, token, grant: await findGrant(host.userId, made.client.id) };
}

describe("an access token", () => {
  it("is a JWT for this API only, with the claims of RFC 9068 and its grant", async () => {
    const { token, host, made, grant } = await makeToken();
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

  it("has its user as the caller, with the scopes of the token", async () => {
    const { token, host, made, grant } = await makeToken();
    const result = await decide(token);
    expect(effectOf(result)).toBe("Allow");
    expect(callerOf(result)).toEqual({
      userId: host.userId,
      role: "USER",
      scopes: ["READ_BOOKING"],
      grant: { id: grant?.id, clientId: made.client.id },
      credentialId: `grant-${grant?.id}`,
    });
  });

  it("has the rights of an admin only with the scope ADMIN", async () => {
    const plain = callerOf(await decide((await makeToken({}, "ADMIN")).token));
    expect(isSystemAdmin(plain)).toBe(false);
    const scope = "READ_BOOKING ADMIN";
    expect(isSystemAdmin(callerOf(await decide((await makeToken({ scope }, "ADMIN")).token)))).toBe(true);
    expect(isSystemAdmin(callerOf(await decide((await makeToken({ scope })).token)))).toBe(false);
  });

  it("takes one round trip, even if the keys have to be read again", async () => {
    const { token } = await makeToken();
    await decide(token);
    setClock(() => Date.now() + 61_000);
    resetRoundTrips();
    await decide(token);
    expect(roundTrips()).toMatchObject({ trips: 1, calls: 3 });
  });

  it("shares its rate limit with other tokens of its user and client, not with the user's keys", async () => {
    vi.stubEnv("RATE_LIMIT_PER_MINUTE", "3");
    const [host, made] = [await makeHost(), await makeClient()];
    const tokens = [(await makeTokens(host, made)).access_token, (await makeTokens(host, made)).access_token];
    const failures = [];
    for (const token of [...tokens, ...tokens]) failures.push((await decide(token)).context?.["refusal"]);
    expect(failures).toEqual([undefined, undefined, undefined, "too_many_requests"]);
    expect((await decide((await makeKey(host)).key)).context?.["refusal"]).toBeUndefined();
  });

  it("expires after half an hour, with a tolerance of a few seconds", async () => {
    const { token } = await makeToken();
    const issued = (decodeJwt(token).iat ?? 0) * 1000;
    setClock(() => issued + 1_799_000);
    expect(await effectFor(token)).toBe("Allow");
    setClock(() => issued + 1_806_000);
    expect(await effectFor(token)).toBe("Deny");
  });

  it("is rejected in the next call after its grant is revoked", async () => {
    const { token, grant } = await makeToken();
    expect(await effectFor(token)).toBe("Allow");
    await revokeGrant(grant?.id ?? "");
    expect(await effectFor(token)).toBe("Deny");
  });

  it("is rejected in the next call after its client is disabled, and accepted after it is enabled", async () => {
    const { token, made } = await makeToken();
    const disable = (isDisabled: boolean) => disableOAuthClient(OPERATOR, made.client.id, isDisabled);
    expect(await effectFor(token)).toBe("Allow");
    await disable(true);
    expect(await effectFor(token)).toBe("Deny");
    await disable(false);
    expect(await effectFor(token)).toBe("Allow");
  });

  it("loses a scope in the next call after its client loses it, and has it again afterwards, also if the client is disabled in between", async () => {
    const { token, made } = await makeToken({ scope: "READ_BOOKING ADMIN" });
    const { id } = made.client;
    const scopes = async () => callerOf(await decide(token)).scopes;
    const allow = (allowed: readonly Scope[]) => updateOAuthClient(OPERATOR, id, { scopes: [...allowed] });
    expect(await scopes()).toEqual(["READ_BOOKING", "ADMIN"]);
    await allow(["ADMIN", "READ_PROFILE"]);
    expect(await scopes()).toEqual(["ADMIN"]);
    await disableOAuthClient(OPERATOR, id, true);
    expect(await effectFor(token)).toBe("Deny");
    await disableOAuthClient(OPERATOR, id, false);
    expect(await scopes()).toEqual(["ADMIN"]);
    await disableOAuthClient(OPERATOR, id, true);
    await allow(["READ_PROFILE"]);
    expect(await effectFor(token)).toBe("Deny");
    await disableOAuthClient(OPERATOR, id, false);
    expect(await scopes()).toEqual([]);
    await updateOAuthClient(OPERATOR, id, { name: "Renamed" });
    expect(await scopes()).toEqual([]);
    await allow(Scope.options);
    expect(await scopes()).toEqual(["READ_BOOKING", "ADMIN"]);
  });

  it("has the failure user_locked for a locked user", async () => {
    const { token, host } = await makeToken();
    await lockUser(OPERATOR, host.userId, true);
    expect((await decide(token)).context).toMatchObject({ refusal: "user_locked" });
  });

  it("is accepted only in the Authorization header, and other secrets are not accepted there", async () => {
    const { host, made, token } = await makeToken();
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

  it("is rejected together with another credential", async () => {
    const { token, host } = await makeToken();
    const { key } = await makeKey(host);
    const both = { headers: { Authorization: [`Bearer ${token}`], "X-Api-Key": [key] } };
    expect((await authorize(authorizerEvent(both))).context).toEqual({ refusal: "two_credentials" });
  });
});

describe("a token that was tampered with", () => {
  let forge: Awaited<ReturnType<typeof makeForge>>;
  beforeAll(async () => {
    forge = await makeForge((await makeToken()).token);
  });

  it("is accepted if nothing was changed", async () => {
    expect(await effectFor(await forge.signed({}))).toBe("Allow");
  });

  it.each(FORGERIES)("is rejected with %s", async (_, make) => {
    expect(await effectFor(await make(forge))).toBe("Deny");
  });
});
