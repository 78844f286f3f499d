import { OAuth2Client, OAuth2RequestError } from "arctic";
import OAuth2Strategy from "passport-oauth2";
import { AuthorizationCode } from "simple-oauth2";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { makeHost } from "#test/support/builders/builders.ts";
import { type ClientWithSecret, makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const START_AGAIN = /Start the authorization again/;
const address = (name: string): string => `${cloud().baseUrl}/api/auth/oauth/${name}`;

let made: ClientWithSecret;
let id: string;
let secret: string;
beforeAll(async () => {
  made = await makeClient();
  [id, secret] = [made.client.id, made.secret ?? ""];
});
const newCode = async (): Promise<string> => makeCode(await makeHost(), made.client);

test("simple-oauth2 gets the errors for a used code and for a wrong secret", async () => {
  const { origin, pathname } = new URL(address("token"));
  const auth = { tokenHost: origin, tokenPath: pathname };
  const app = new AuthorizationCode({ client: { id, secret }, auth });
  const used = { code: await newCode(), redirect_uri: REDIRECT_URI };
  await app.getToken(used);
  await expect(app.getToken(used)).rejects.toMatchObject({
    output: { statusCode: 400 },
    data: { payload: { error: "invalid_grant", error_description: expect.stringMatching(START_AGAIN) } },
  });
  const wrong = new AuthorizationCode({ client: { id, secret: "f".repeat(64) }, auth });
  await expect(wrong.getToken(used)).rejects.toMatchObject({
    output: { statusCode: 401 },
    data: { payload: { error: "invalid_client" } },
  });
});

test("arctic gets the errors for an invalid code and an invalid refresh token", async () => {
  const app = new OAuth2Client(id, secret, REDIRECT_URI);
  const failures = await Promise.allSettled([
    app.validateAuthorizationCode(address("token"), "ac_dead", null),
    app.refreshAccessToken(address("token"), "rt_dead", []),
  ]);
  for (const failure of failures) {
    const reason: unknown = failure.status === "rejected" ? failure.reason : undefined;
    if (!(reason instanceof OAuth2RequestError)) throw new Error(String(reason));
    expect([reason.code, reason.description]).toEqual(["invalid_grant", expect.stringMatching(START_AGAIN)]);
  }
});

describe("passport-oauth2", () => {
  /** Creates the strategy of an application, and a function that calls it with the parameters of the redirect. */
  function strategyFor() {
    const verify = (...[, , , done]: [string, string, unknown, OAuth2Strategy.VerifyCallback]) =>
      done(null, {});
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${cloud().baseUrl}/auth/oauth2/authorize`,
        tokenURL: address("token"),
        clientID: id,
        clientSecret: secret,
        callbackURL: REDIRECT_URI,
      },
      verify,
    );
    const back = (query: Record<string, string>) =>
      new Promise((resolve) => {
        Object.assign(strategy, { success: resolve, fail: resolve, error: resolve });
        strategy.authenticate({ query, headers: {} } as never, {});
      });
    return { strategy, back };
  }

  test("gets the errors for an invalid code and for a user who denies access", async () => {
    const { back } = strategyFor();
    expect(await back({ code: "ac_dead" })).toMatchObject({
      name: "TokenError",
      code: "invalid_grant",
      message: expect.stringMatching(START_AGAIN),
    });
    const denied = { error: "access_denied", error_description: "The user denied access." };
    expect(await back(denied)).toEqual({ message: denied.error_description });
  });

  test("refreshes tokens with its internal client", async () => {
    const { strategy } = strategyFor();
    const Client = z.object({ _oauth2: z.custom<OAuth>() });
    const { _oauth2: client } = Client.parse(strategy);
    const request = (text: string, parameters: Record<string, string>) =>
      new Promise<{ access: string; refresh: string }>((resolve, reject) =>
        client.getOAuthAccessToken(text, parameters, (error, access, refresh) =>
          error ? reject(error) : resolve({ access, refresh }),
        ),
      );
    const first = await request(await newCode(), {
      grant_type: "authorization_code",
      redirect_uri: REDIRECT_URI,
    });
    const second = await request(first.refresh, { grant_type: "refresh_token" });
    const headers = { Authorization: `Bearer ${second.access}` };
    expect((await fetch(`${cloud().baseUrl}/me`, { headers })).status).toBe(200);
    await expect(request("rt_dead", { grant_type: "refresh_token" })).rejects.toMatchObject({
      statusCode: 400,
      data: expect.stringContaining("invalid_grant"),
    });
  });
});

/** The part of passport-oauth2's own client that applications refresh with. */
interface OAuth {
  getOAuthAccessToken(
    text: string,
    parameters: Record<string, string>,
    done: (error: unknown, access: string, refresh: string) => void,
  ): void;
}

test("a client that tries HTTP Basic and then the body, as Go's does, can still use its code", async () => {
  const fields = { grant_type: "authorization_code", code: await newCode(), redirect_uri: REDIRECT_URI };
  const post = (more: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(address("token"), {
      method: "POST",
      body: new URLSearchParams({ ...fields, ...more }),
      headers,
    });
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const probe = await post({}, basic(`${id}:mistyped`));
  expect(probe.status).toBe(401);
  expect((await post({ client_id: id, client_secret: secret })).status).toBe(200);
  const next = { code: await newCode() };
  expect((await post(next, basic(`${id}:${secret}`))).status).toBe(200);
});
