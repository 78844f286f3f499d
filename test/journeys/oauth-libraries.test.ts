import { CodeChallengeMethod, generateCodeVerifier, OAuth2Client } from "arctic";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import OAuth2Strategy from "passport-oauth2";
import { AuthorizationCode } from "simple-oauth2";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { makeClient, makePerson, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const SCOPE = "READ_BOOKING READ_PROFILE";
const Me = z.object({ user: z.object({ email: z.string() }) });

let user: Account;
let clientId: string;
let clientSecret: string;
let publicId: string;

beforeAll(async () => {
  user = await makePerson();
  const { client, clientSecret: secret } = await makeClient();
  [clientId, clientSecret] = [client.id, secret ?? ""];
  publicId = (await makeClient({ type: "public" })).client.id;
});

/** Signs the user in and allows access, as in a browser. */
const allow = (url: URL | string): Promise<URL> => new Visitor(cloud().baseUrl).allow(url, user.email);

/** Reads the email address of the user with an access token, or returns the status of the error. */
async function callMe(accessToken: string): Promise<string | number> {
  const response = await fetch(`${cloud().baseUrl}/me`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  return response.ok ? Me.parse(await response.json()).user.email : response.status;
}

describe("unmodified clients sign a user in, call, refresh and revoke", () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  test.each([
    ["confidential", () => clientId, () => oauth.ClientSecretBasic(clientSecret)],
    ["confidential with its secret in the body", () => clientId, () => oauth.ClientSecretPost(clientSecret)],
    ["public", () => publicId, () => oauth.None()],
  ] as const)("oauth4webapi, %s", async (_, id, authentication) => {
    const issuer = new URL(cloud().baseUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const [client, proof] = [{ client_id: id() }, authentication()];
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const url = new URL(server.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const back = oauth.validateAuthResponse(server, client, await allow(url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      back,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect(await callMe(tokens.access_token)).toBe(user.email);
    const request = new Request(`${issuer}/me`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, issuer.href, insecure);
    expect(claims).toMatchObject({ client_id: client.client_id, scope: SCOPE });
    const refreshing = oauth.refreshTokenGrantRequest(
      server,
      client,
      proof,
      tokens.refresh_token ?? "",
      insecure,
    );
    const fresh = await oauth.processRefreshTokenResponse(server, client, await refreshing);
    expect(await callMe(fresh.access_token)).toBe(user.email);
    const revoked = await oauth.revocationRequest(server, client, proof, fresh.refresh_token ?? "", insecure);
    await oauth.processRevocationResponse(revoked);
    expect(await callMe(fresh.access_token)).toBe(401);
  });

  test("openid-client", async () => {
    const options = { execute: [openid.allowInsecureRequests] };
    const issuer = new URL(cloud().baseUrl);
    const config = await openid.discovery(issuer, clientId, clientSecret, undefined, options);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const checks = { pkceCodeVerifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, await allow(url), checks);
    expect(await callMe(tokens.access_token)).toBe(user.email);
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(await callMe(fresh.access_token)).toBe(user.email);
    await openid.tokenRevocation(config, fresh.access_token);
    expect(await callMe(fresh.access_token)).toBe(401);
  });

  test("simple-oauth2", async () => {
    const { origin } = new URL(cloud().baseUrl);
    const app = new AuthorizationCode({
      client: { id: clientId, secret: clientSecret },
      auth: {
        tokenHost: origin,
        tokenPath: "/v1/api/auth/oauth/token",
        refreshPath: "/v1/api/auth/oauth/refreshToken",
        revokePath: "/v1/api/auth/oauth/revoke",
        authorizePath: "/v1/auth/oauth2/authorize",
      },
    });
    const url = app.authorizeURL({ redirect_uri: REDIRECT_URI, scope: SCOPE, state: "simple" });
    const code = (await allow(url)).searchParams.get("code") ?? "";
    const token = await app.getToken({ code, redirect_uri: REDIRECT_URI });
    expect(await callMe(String(token.token["access_token"]))).toBe(user.email);
    const fresh = await token.refresh();
    const accessToken = String(fresh.token["access_token"]);
    expect(await callMe(accessToken)).toBe(user.email);
    await fresh.revoke("refresh_token");
    expect(await callMe(accessToken)).toBe(401);
  });

  test("arctic", async () => {
    const { baseUrl } = cloud();
    const app = new OAuth2Client(clientId, clientSecret, REDIRECT_URI);
    const verifier = generateCodeVerifier();
    const url = app.createAuthorizationURLWithPKCE(
      `${baseUrl}/auth/oauth2/authorize`,
      "arctic",
      CodeChallengeMethod.S256,
      verifier,
      SCOPE.split(" "),
    );
    const code = (await allow(url)).searchParams.get("code") ?? "";
    const tokens = await app.validateAuthorizationCode(`${baseUrl}/api/auth/oauth/token`, code, verifier);
    expect(await callMe(tokens.accessToken())).toBe(user.email);
    const fresh = await app.refreshAccessToken(`${baseUrl}/api/auth/oauth/token`, tokens.refreshToken(), []);
    await app.revokeToken(`${baseUrl}/api/auth/oauth/revoke`, fresh.refreshToken());
    expect(await callMe(fresh.accessToken())).toBe(401);
  });

  test("passport-oauth2", async () => {
    const { baseUrl } = cloud();
    const session = {};
    const options = {
      authorizationURL: `${baseUrl}/auth/oauth2/authorize`,
      tokenURL: `${baseUrl}/api/auth/oauth/token`,
      clientID: clientId,
      clientSecret,
      callbackURL: REDIRECT_URI,
      scope: SCOPE.split(" "),
      state: true,
      pkce: true,
    };
    /** Runs the strategy as passport does. Resolves with the URL to which it redirects, or with the access token. */
    const authenticate = (url: string): Promise<string> =>
      new Promise((resolve, reject) => {
        type Rest = [unknown, unknown, OAuth2Strategy.VerifyCallback];
        const verify = (accessToken: string, ...[, , done]: Rest) => done(null, { accessToken });
        const strategy = new OAuth2Strategy(options, verify);
        const request = { url, query: Object.fromEntries(new URL(url).searchParams), session, headers: {} };
        Object.assign(strategy, {
          redirect: resolve,
          success: ({ accessToken }: { accessToken: string }) => resolve(accessToken),
          fail: (challenge: unknown) => reject(new Error(JSON.stringify(challenge))),
          error: reject,
        });
        strategy.authenticate(request as never, {});
      });
    const back = await allow(await authenticate("https://app.example.com/login"));
    expect(await callMe(await authenticate(back.href))).toBe(user.email);
  });
});
