import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { verifyAccessToken } from "#lib/identity/oauth/access-token.ts";
import { updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { introspectToken } from "#lib/identity/oauth/introspect-token.ts";
import { revokeToken } from "#lib/identity/oauth/revoke-token.ts";
import { rotateSigningKeys } from "#lib/identity/oauth/signing-keys/rotate.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  ISSUER,
  makeClient,
  makeTokens,
  refresh,
} from "#test/support/builders/oauth.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const callOf = ({ client, secret }: ClientWithSecret) => ({
  credentials: { clientId: client.id, secret, usesBasic: false },
  issuer: ISSUER,
});
const inactive = { active: false };

async function makeUserWithTokens(type: "confidential" | "public" = "confidential") {
  const [host, made] = [await makeHost(), await makeClient({ type })];
  const tokens = await makeTokens(host, made);
  const hasGrant = async () => (await findGrant(host.userId, made.client.id)) !== undefined;
  const introspect = (token: string) => introspectToken(callOf(made), token);
  return { host, made, tokens, hasGrant, introspect };
}

describe("revocation", () => {
  it.each(["access_token", "refresh_token"] as const)(
    "of an %s ends its grant, also for a public client, in two round trips",
    async (kind) => {
      for (const type of ["confidential", "public"] as const) {
        const { made, tokens, hasGrant } = await makeUserWithTokens(type);
        await verifyAccessToken(tokens.access_token, ISSUER);
        resetRoundTrips();
        await revokeToken(callOf(made), tokens[kind]);
        expect(roundTrips().trips).toBeLessThanOrEqual(2);
        expect(await hasGrant()).toBe(false);
        await expect(refresh(made, tokens.refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
        await expect(revokeToken(callOf(made), tokens[kind])).resolves.toBeUndefined();
      }
    },
  );

  it("of another client's token, or of an invalid one, changes nothing and does not fail", async () => {
    const { tokens, hasGrant } = await makeUserWithTokens();
    const other = await makeClient();
    for (const token of [tokens.access_token, tokens.refresh_token, "rt_unknown", "nonsense", "a.b.c"])
      await expect(revokeToken(callOf(other), token)).resolves.toBeUndefined();
    expect(await hasGrant()).toBe(true);
  });

  it("needs the client's secret", async () => {
    const { made, tokens, hasGrant } = await makeUserWithTokens();
    await expect(revokeToken(callOf({ ...made, secret: "x" }), tokens.access_token)).rejects.toMatchObject({
      code: "invalid_client",
    });
    expect(await hasGrant()).toBe(true);
  });
});

describe("introspection", () => {
  it("returns the scopes, client and user of an access token, in two round trips", async () => {
    const { host, made, tokens, introspect } = await makeUserWithTokens();
    await introspect(tokens.access_token);
    resetRoundTrips();
    expect(await introspect(tokens.access_token)).toEqual({
      active: true,
      token_type: "Bearer",
      scope: "READ_BOOKING READ_PROFILE",
      client_id: made.client.id,
      sub: String(host.userId),
      iss: ISSUER,
      aud: ISSUER,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
    expect(roundTrips().trips).toBe(2);
  });

  it("returns that a refresh token is active until its replacement is used", async () => {
    const { made, tokens, introspect } = await makeUserWithTokens();
    const first = tokens.refresh_token;
    const exp = expect.closeTo(Date.now() / 1000 + 30 * 86_400, -2);
    expect(await introspect(first)).toMatchObject({ active: true, client_id: made.client.id, exp });
    const second = (await refresh(made, first)).refresh_token;
    expect([await introspect(first), await introspect(second)]).toMatchObject([
      { active: true },
      { active: true },
    ]);
    await refresh(made, second);
    expect(await introspect(first)).toEqual(inactive);
  });

  it("returns only the scopes that the client still has", async () => {
    const { made, tokens, introspect } = await makeUserWithTokens();
    const scopes = async () => [
      await introspect(tokens.access_token),
      await introspect(tokens.refresh_token),
    ];
    await updateOAuthClient(OPERATOR, made.client.id, { scopes: ["READ_PROFILE", "WRITE_BOOKING"] });
    expect(await scopes()).toMatchObject([{ scope: "READ_PROFILE" }, { scope: "READ_PROFILE" }]);
    await updateOAuthClient(OPERATOR, made.client.id, { scopes: ["READ_PROFILE", "READ_BOOKING"] });
    const both = { scope: "READ_BOOKING READ_PROFILE" };
    expect(await scopes()).toMatchObject([both, both]);
  });

  it("returns only that a token is not active, for any reason", async () => {
    const { host, made, tokens, introspect } = await makeUserWithTokens();
    const both = [tokens.access_token, tokens.refresh_token];
    const other = callOf(await makeClient());
    for (const token of [...both, "rt_unknown", "nonsense", "a.b.c"])
      expect(await introspectToken(other, token)).toEqual(inactive);
    await lockUser(OPERATOR, host.userId, true);
    for (const token of both) expect(await introspect(token)).toEqual(inactive);
    await lockUser(OPERATOR, host.userId, false);
    setClock(() => Date.now() + 31 * 86_400_000);
    for (const token of both) expect(await introspect(token)).toEqual(inactive);
    setClock(Date.now);
    for (const token of both) expect(await introspect(token)).toMatchObject({ active: true });
    await revokeToken(callOf(made), tokens.access_token);
    for (const token of both) expect(await introspect(token)).toEqual(inactive);
  });

  it("is only for confidential clients, with their secret", async () => {
    const { made, tokens } = await makeUserWithTokens("public");
    const failure = { code: "invalid_client" };
    await expect(introspectToken(callOf(made), tokens.access_token)).rejects.toMatchObject(failure);
    const confidential = await makeClient();
    await expect(introspectToken(callOf({ ...confidential, secret: undefined }), "x")).rejects.toMatchObject(
      failure,
    );
  });
});

describe("an access token whose signing key was stolen", () => {
  /** Creates a token, verifies it, replaces its key as stolen, and sets the clock a minute later. */
  async function makeTokenOfStolenKey() {
    const setup = await makeUserWithTokens();
    expect(await setup.introspect(setup.tokens.access_token)).toMatchObject({ active: true });
    await rotateSigningKeys(OPERATOR, { isStolen: true });
    setClock(() => Date.now() + 60_000);
    resetRoundTrips();
    return { ...setup, token: setup.tokens.access_token };
  }

  it("is not active, and takes no additional round trip", async () => {
    const { introspect, token } = await makeTokenOfStolenKey();
    expect(await introspect(token)).toEqual(inactive);
    expect(roundTrips().trips).toBeLessThanOrEqual(2);
  });

  it("can't be used to end its grant", async () => {
    const { made, token, hasGrant } = await makeTokenOfStolenKey();
    await revokeToken(callOf(made), token);
    expect(roundTrips().trips).toBeLessThanOrEqual(2);
    expect(await hasGrant()).toBe(true);
  });
});
