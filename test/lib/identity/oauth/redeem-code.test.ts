import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  makeChallenge,
  makeClient,
  makeCode,
  makeUserWithCode,
  REDIRECT_URI,
  redeem,
  refresh,
} from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** Checks that an attempt fails, and that the code can still be redeemed. */
async function expectFailureThenRedeem(
  attempt: (made: ClientWithSecret, code: string) => Promise<unknown>,
  failure = "invalid_grant",
) {
  const { made, code: valid } = await makeUserWithCode();
  await expect(attempt(made, valid)).rejects.toMatchObject({ code: failure });
  await expect(redeem(made, valid)).resolves.toMatchObject({ token_type: "Bearer" });
}

describe("a code", () => {
  it("is exchanged for a Bearer token of half an hour, a refresh token and the scopes, in two round trips", async () => {
    const { made, code } = await makeUserWithCode({ scope: "READ_BOOKING" });
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

  it("is redeemed at most once in 20 parallel requests, which revoke its grant", async () => {
    const { host, made, code } = await makeUserWithCode();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(made, code)));
    const issued = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(issued.length).toBeLessThanOrEqual(1);
    expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
    for (const { refresh_token } of issued)
      await expect(refresh(made, refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("revokes its grant when it is used again, even a day later; the log does not contain it", async () => {
    const { host, made, code } = await makeUserWithCode();
    const lines = captureLines();
    const { refresh_token } = await redeem(made, code);
    setClock(() => Date.now() + 86_400_000);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(refresh(made, refresh_token)).rejects.toMatchObject({ code: "invalid_grant" });
    expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
    const logged = lines().filter(({ event }) => event === "security");
    expect(logged).toMatchObject([{ kind: "code.reused", clientId: made.client.id, userId: host.userId }]);
    expect(JSON.stringify(logged)).not.toContain(code.slice(3));
  });

  it("expires after 60 seconds", async () => {
    const { made, code } = await makeUserWithCode();
    setClock(() => Date.now() + 60_000);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
    setClock(() => Date.now() + 50_000);
    await expect(redeem(made, code)).resolves.toBeDefined();
  });

  it("is rejected if the user was locked in the meantime", async () => {
    const { host, made, code } = await makeUserWithCode();
    await lockUser(OPERATOR, host.userId, true);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("is rejected if its redirect URI was removed from the client in the meantime", async () => {
    const { made, code } = await makeUserWithCode();
    const update = (redirectUris: string[]) => updateOAuthClient(OPERATOR, made.client.id, { redirectUris });
    await update(["https://app.example.com/other"]);
    await expect(redeem(made, code)).rejects.toMatchObject({ code: "invalid_grant" });
    await update([REDIRECT_URI, "https://app.example.com/other"]);
    await expect(redeem(made, code)).resolves.toMatchObject({ token_type: "Bearer" });
  });

  it("gives only the scopes that the client still has", async () => {
    const { made, code } = await makeUserWithCode();
    await updateOAuthClient(OPERATOR, made.client.id, { scopes: ["READ_PROFILE"] });
    expect((await redeem(made, code)).scope).toBe("READ_PROFILE");
  });

  it("has a failure that says to start again if it is unknown", async () => {
    const { made } = await makeUserWithCode();
    await expect(redeem(made, "ac_unknown")).rejects.toThrow(/Start the authorization again/);
  });
});

describe("a code is not used up", () => {
  it("by a wrong, missing or empty secret, or that of another client", async () => {
    const { secret } = await makeClient();
    for (const client_secret of ["0".repeat(64), undefined, "", secret])
      await expectFailureThenRedeem((made, code) => redeem(made, code, { client_secret }), "invalid_client");
  });

  it("by another client, confidential or public, with its own credentials", async () => {
    for (const type of ["confidential", "public"]) {
      const other = await makeClient({ type });
      await expectFailureThenRedeem((_, code) => redeem(other, code));
    }
  });

  it.each([undefined, "", `${REDIRECT_URI}/`, "https://evil.example.com/callback"])(
    "with the redirect address %j",
    async (redirect_uri) => {
      await expectFailureThenRedeem((made, code) => redeem(made, code, { redirect_uri }));
    },
  );

  it("by a verifier without a challenge", async () => {
    const { verifier } = makeChallenge();
    await expectFailureThenRedeem((made, code) => redeem(made, code, { code_verifier: verifier }));
  });

  it.each(["public", "confidential"])(
    "by a verifier that is wrong, missing, empty, short, long, or the challenge itself, of a %s client",
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
