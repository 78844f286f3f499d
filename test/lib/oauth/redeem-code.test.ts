import { afterEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { rotateClientSecret } from "#lib/oauth/rotate-client-secret.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  makeChallenge,
  makeClient,
  makeCode,
  REDIRECT_URI,
  redeem,
  refresh,
  requestTokens,
} from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

async function codeOfSomebody(more: Record<string, string> = {}) {
  const [host, made] = [await makeHost(), await makeClient()];
  return { host, made, code: await makeCode(host, made.client, more) };
}

/** Tries something that must be refused, and then that the code is as good as before. */
async function refusedThenRedeemed(
  attempt: (made: ClientWithSecret, code: string) => Promise<unknown>,
  code = "invalid_grant",
) {
  const made = await codeOfSomebody();
  await expect(attempt(made.made, made.code)).rejects.toMatchObject({ code });
  await expect(redeem(made.made, made.code)).resolves.toMatchObject({ token_type: "Bearer" });
}

describe("a code", () => {
  it("gives a Bearer token for half an hour, a refresh token and the scopes, in two round trips", async () => {
    const { made, code } = await codeOfSomebody({ scope: "READ_BOOKING" });
    await redeem(made, await makeCode(await makeHost(), made.client));
    resetRoundTrips();
    expect(await redeem(made, code)).toEqual({
      access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 1800,
      refresh_token: expect.stringMatching(/^rt_[\w-]{43}$/),
      scope: "READ_BOOKING",
    });
    expect(roundTrips().trips).toBe(2);
  });

  it("is redeemed at most once of 20 times at once, and what came of it ends", async () => {
    captureLines();
    const { host, made, code } = await codeOfSomebody();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(made, code)));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(given.length).toBeLessThanOrEqual(1);
    expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
    for (const { refresh_token } of given)
      await expect(refresh(made, refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("ends its grant when it comes again, even long after, and leaves a line without it", async () => {
    const { host, made, code } = await codeOfSomebody();
    const lines = captureLines();
    const { refresh_token } = await redeem(made, code);
    setClock(() => Date.now() + 86_400_000);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(refresh(made, refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
    expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
    const told = lines().filter(({ event }) => event === "security");
    expect(told).toMatchObject([{ kind: "code.reused", clientId: made.client.id, userId: host.userId }]);
    expect(JSON.stringify(told)).not.toContain(code.slice(3));
  });

  it("is good for 60 seconds", async () => {
    const { made, code } = await codeOfSomebody();
    setClock(() => Date.now() + 60_000);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
    setClock(() => Date.now() + 50_000);
    await expect(redeem(made, code)).resolves.toBeDefined();
  });

  it("is worth nothing to a user who was locked in the meantime", async () => {
    const { host, made, code } = await codeOfSomebody();
    await lockUser(OPERATOR, host.userId, true);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("tells to start again when it is dead", async () => {
    const { made } = await codeOfSomebody();
    await expect(redeem(made, "ac_unknown")).rejects.toThrow(/Start the authorization again/);
  });
});

describe("a code is not used up", () => {
  it("by a wrong secret, none, an empty one, or that of another client", async () => {
    captureLines();
    const { secret } = await makeClient();
    for (const client_secret of ["0".repeat(64), undefined, "", secret])
      await refusedThenRedeemed((made, code) => redeem(made, code, { client_secret }), "invalid_client");
  });

  it("by another client, confidential or public, with its own credentials", async () => {
    for (const type of ["confidential", "public"]) {
      const other = await makeClient({ type });
      await refusedThenRedeemed((_, code) => redeem(other, code));
    }
  });

  it.each([undefined, "", `${REDIRECT_URI}/`, "https://evil.example.com/callback"])(
    "with the redirect address %j",
    async (redirect_uri) => {
      await refusedThenRedeemed((made, code) => redeem(made, code, { redirect_uri }));
    },
  );

  it("by a verifier nobody asked for", async () => {
    const { verifier } = makeChallenge();
    await refusedThenRedeemed((made, code) => redeem(made, code, { code_verifier: verifier }));
  });

  it.each(["public", "confidential"])(
    "by a verifier that is wrong, left out, empty, short, long, or the challenge itself, of a %s client",
    async (type) => {
      const [host, made] = [await makeHost(), await makeClient({ type })];
      const { verifier, challenge } = makeChallenge();
      const S256 = { code_challenge: challenge, code_challenge_method: "S256" };
      const code = await makeCode(host, made.client, S256);
      const wrong = [
        makeChallenge().verifier,
        undefined,
        "",
        "short",
        verifier.slice(1),
        "a".repeat(129),
        challenge,
      ];
      for (const code_verifier of wrong)
        await expect(redeem(made, code, { code_verifier })).rejects.toMatchObject({ code: "invalid_grant" });
      await expect(redeem(made, code, { code_verifier: verifier })).resolves.toBeDefined();
    },
  );
});

describe("a client", () => {
  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
  const withBasic = async (
    header: (made: ClientWithSecret) => string,
    more: Record<string, string | undefined> = {},
  ) => {
    const { made, code } = await codeOfSomebody();
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    const none = { client_id: undefined, client_secret: undefined };
    return requestTokens(made, { ...fields, ...none, ...more }, header(made));
  };
  const own = ({ client, secret = "" }: ClientWithSecret) => basic(client.id, secret);

  it("proves itself by HTTP Basic as well, encoded as in a form", async () => {
    await expect(withBasic(own)).resolves.toBeDefined();
    await expect(withBasic((made) => own(made).replace("Basic", "basic "))).resolves.toBeDefined();
  });

  it("that fails by HTTP Basic is challenged so, and in the body it is not", async () => {
    captureLines();
    const challenge = { "WWW-Authenticate": expect.stringMatching(/^Basic realm="/) };
    const wrong = [
      basic("f".repeat(64), "x"),
      "Basic",
      "Basic !",
      `Basic ${btoa("no colon")}`,
      `Basic ${btoa("%:%")}`,
    ];
    for (const header of wrong)
      await expect(withBasic(() => header)).rejects.toMatchObject({
        code: "invalid_client",
        headers: challenge,
      });
    const { made, code } = await codeOfSomebody();
    await expect(redeem(made, code, { client_secret: "x" })).rejects.toMatchObject({ headers: {} });
  });

  it("may not send its credentials twice, nor two ids", async () => {
    const failure = { code: "invalid_request" };
    await expect(withBasic(own, { client_secret: "x" })).rejects.toMatchObject(failure);
    await expect(withBasic(own, { client_id: "f".repeat(64) })).rejects.toMatchObject(failure);
  });

  it("has to say who it is", async () => {
    const { made, code } = await codeOfSomebody();
    const nobody = { client_id: undefined, client_secret: undefined };
    await expect(redeem(made, code, nobody)).rejects.toMatchObject({ code: "invalid_client" });
  });

  it("has two secrets for a while when the new one replaces the old one", async () => {
    captureLines();
    const { made, host, code } = await codeOfSomebody();
    const { clientSecret } = await rotateClientSecret(OPERATOR, made.client.id, 60);
    await expect(redeem(made, code)).resolves.toBeDefined();
    setClock(() => Date.now() + 61_000);
    const [another, last] = [await makeCode(host, made.client), await makeCode(host, made.client)];
    await expect(redeem(made, another)).rejects.toMatchObject({ code: "invalid_client" });
    await expect(redeem({ ...made, secret: clientSecret ?? "" }, last)).resolves.toBeDefined();
  });

  it("that can't prove itself leaves a line, with its id when there is one", async () => {
    const { made, code } = await codeOfSomebody();
    const lines = captureLines();
    await expect(redeem(made, code, { client_secret: "not-the-secret" })).rejects.toBeDefined();
    await expect(redeem(made, code, { client_id: "not-an-id" })).rejects.toBeDefined();
    const told = lines().filter(({ event }) => event === "security");
    expect(told.map(({ kind, clientId }) => [kind, clientId])).toEqual([
      ["client.auth_failed", made.client.id],
      ["client.auth_failed", "unknown"],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/not-the-secret|not-an-id/);
  });

  it.each(["password", "client_credentials", "implicit", "AUTHORIZATION_CODE"])(
    "gets nothing for the grant type %s",
    async (grant_type) => {
      await expect(requestTokens(await makeClient(), { grant_type })).rejects.toMatchObject({
        code: "unsupported_grant_type",
      });
    },
  );

  it("gets no token for another resource", async () => {
    const { made, code } = await codeOfSomebody();
    const resource = "https://other.example.com";
    await expect(redeem(made, code, { resource })).rejects.toMatchObject({ code: "invalid_target" });
  });
});
