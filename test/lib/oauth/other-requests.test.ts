import { afterEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { verifyAccessToken } from "#lib/oauth/access-token.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { introspectToken } from "#lib/oauth/introspect-token.ts";
import { revokeToken } from "#lib/oauth/revoke-token.ts";
import { rotateSigningKeys } from "#lib/oauth/signing-keys/rotate.ts";
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
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const as = ({ client, secret }: ClientWithSecret) => ({
  credentials: { clientId: client.id, secret, usesBasic: false },
  issuer: ISSUER,
});
const inactive = { active: false };

async function begun(type: "confidential" | "public" = "confidential") {
  const [host, made] = [await makeHost(), await makeClient({ type })];
  const tokens = await makeTokens(host, made);
  const isAlive = async () => (await findGrant(host.userId, made.client.id)) !== undefined;
  const ask = (token: string) => introspectToken(as(made), token);
  return { host, made, tokens, isAlive, ask };
}

describe("revocation", () => {
  it.each(["access_token", "refresh_token"] as const)(
    "of an %s ends its grant, by a public client, too, in two round trips",
    async (kind) => {
      for (const type of ["confidential", "public"] as const) {
        const { made, tokens, isAlive } = await begun(type);
        await verifyAccessToken(tokens.access_token, ISSUER);
        resetRoundTrips();
        await revokeToken(as(made), tokens[kind]);
        expect(roundTrips().trips).toBeLessThanOrEqual(2);
        expect(await isAlive()).toBe(false);
        await expect(refresh(made, tokens.refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
        await expect(revokeToken(as(made), tokens[kind])).resolves.toBeUndefined();
      }
    },
  );

  it("of another client's token, or of none, changes nothing and says nothing", async () => {
    const { tokens, isAlive } = await begun();
    const other = await makeClient();
    for (const token of [tokens.access_token, tokens.refresh_token, "rt_unknown", "nonsense", "a.b.c"])
      await expect(revokeToken(as(other), token)).resolves.toBeUndefined();
    expect(await isAlive()).toBe(true);
  });

  it("needs the client's secret", async () => {
    captureLines();
    const { made, tokens, isAlive } = await begun();
    await expect(revokeToken(as({ ...made, secret: "x" }), tokens.access_token)).rejects.toMatchObject({
      code: "invalid_client",
    });
    expect(await isAlive()).toBe(true);
  });
});

describe("introspection", () => {
  it("tells what an access token is good for, in two round trips", async () => {
    const { host, made, tokens, ask } = await begun();
    await ask(tokens.access_token);
    resetRoundTrips();
    expect(await ask(tokens.access_token)).toEqual({
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

  it("tells of a refresh token until it is replaced", async () => {
    const { made, tokens, ask } = await begun();
    const first = tokens.refresh_token;
    expect(await ask(first)).toMatchObject({ active: true, client_id: made.client.id });
    const second = (await refresh(made, first)).refresh_token;
    expect([await ask(first), await ask(second)]).toMatchObject([{ active: true }, { active: true }]);
    await refresh(made, second);
    expect(await ask(first)).toEqual(inactive);
  });

  it("says no more than that a token is not active, whatever the reason", async () => {
    const { host, made, tokens, ask } = await begun();
    const both = [tokens.access_token, tokens.refresh_token];
    const other = as(await makeClient());
    for (const token of [...both, "rt_unknown", "nonsense", "a.b.c"])
      expect(await introspectToken(other, token)).toEqual(inactive);
    await lockUser(OPERATOR, host.userId, true);
    for (const token of both) expect(await ask(token)).toEqual(inactive);
    await lockUser(OPERATOR, host.userId, false);
    setClock(() => Date.now() + 31 * 86_400_000);
    for (const token of both) expect(await ask(token)).toEqual(inactive);
    setClock(Date.now);
    for (const token of both) expect(await ask(token)).toMatchObject({ active: true });
    await revokeToken(as(made), tokens.access_token);
    for (const token of both) expect(await ask(token)).toEqual(inactive);
  });

  it("is for confidential clients, which prove themselves", async () => {
    captureLines();
    const { made, tokens } = await begun("public");
    const failure = { code: "invalid_client" };
    await expect(introspectToken(as(made), tokens.access_token)).rejects.toMatchObject(failure);
    const confidential = await makeClient();
    await expect(introspectToken(as({ ...confidential, secret: undefined }), "x")).rejects.toMatchObject(
      failure,
    );
  });
});

describe("an access token whose signing key was stolen", () => {
  /** A token that was verified a minute ago, just before its key was replaced. */
  async function stolen() {
    const all = await begun();
    expect(await all.ask(all.tokens.access_token)).toMatchObject({ active: true });
    await rotateSigningKeys(OPERATOR, { isStolen: true });
    setClock(() => Date.now() + 60_000);
    resetRoundTrips();
    return { ...all, token: all.tokens.access_token };
  }

  it("is not active any more, which costs no round trip", async () => {
    const { ask, token } = await stolen();
    expect(await ask(token)).toEqual(inactive);
    expect(roundTrips().trips).toBeLessThanOrEqual(2);
  });

  it("ends no grant", async () => {
    const { made, token, isAlive } = await stolen();
    await revokeToken(as(made), token);
    expect(roundTrips().trips).toBeLessThanOrEqual(2);
    expect(await isAlive()).toBe(true);
  });
});
