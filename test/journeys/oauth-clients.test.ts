import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { authorizeRedirect } from "#lib/identity/oauth/authorize-redirect.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  makeChallenge,
  makeClient,
  makeCode,
  REDIRECT_URI,
} from "#test/support/builders/oauth.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const User = z.object({ email: z.string(), username: z.string().nullable() });
const Me = User.extend({ user: User });
const insecure = { [oauth.allowInsecureRequests]: true };

/** Returns the URL to which a browser is redirected after its user has allowed access. */
async function authorizeClient({ client }: ClientWithSecret, state: string) {
  const { verifier, challenge } = makeChallenge();
  const requested = { state, code_challenge: challenge, code_challenge_method: "S256" };
  const code = await makeCode(await makeHost(), client, requested);
  const returned = { code, iss: cloud().baseUrl };
  return { verifier, url: new URL(authorizeRedirect({ redirectUri: REDIRECT_URI, state }, returned)) };
}

it.each(["confidential", "public"])(
  "openid-client discovers, redeems, calls, refreshes and revokes as a %s client",
  async (type) => {
    const made = await makeClient({ type });
    const config = await openid.discovery(
      new URL(cloud().baseUrl),
      made.client.id,
      made.secret,
      made.secret === undefined ? openid.None() : openid.ClientSecretBasic(made.secret),
      { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
    );
    const { verifier, url } = await authorizeClient(made, "state");
    const checks = { pkceCodeVerifier: verifier, expectedState: "state" };
    const first = await openid.authorizationCodeGrant(config, url, checks);
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? "");
    const me = new URL(`${cloud().baseUrl}/api/auth/oauth/me`);
    const call = () => openid.fetchProtectedResource(config, second.access_token, me, "GET");
    const response = await call();
    expect(response.status).toBe(200);
    const { user, email, username } = Me.parse(await response.json());
    expect({ email, username }).toEqual(user);
    await openid.tokenRevocation(config, second.refresh_token ?? "");
    expect((await fetch(me, { headers: { Authorization: `Bearer ${second.access_token}` } })).status).toBe(
      401,
    );
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  },
);

describe("oauth4webapi", () => {
  async function flow() {
    const issuer = new URL(cloud().baseUrl);
    const discovery = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    const as = await oauth.processDiscoveryResponse(issuer, discovery);
    const made = await makeClient();
    const client = { client_id: made.client.id };
    const proof = oauth.ClientSecretPost(made.secret ?? "");
    const { verifier, url } = await authorizeClient(made, "state");
    const parameters = oauth.validateAuthResponse(as, client, url, "state");
    const requestTokens = () =>
      oauth.authorizationCodeGrantRequest(as, client, proof, parameters, REDIRECT_URI, verifier, insecure);
    return { as, client, proof, requestTokens };
  }

  it("reads the metadata, and validates the access token as RFC 9068 requires", async () => {
    const { as, client, requestTokens } = await flow();
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, await requestTokens());
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const request = new Request(`${as.issuer}/me`, { headers });
    const claims = await oauth.validateJwtAccessToken(as, request, as.issuer, insecure);
    expect(claims).toMatchObject({ client_id: client.client_id, scope: tokens.scope });
  });

  it("gets the error for a code that is used again, and introspects a token", async () => {
    const { as, client, proof, requestTokens } = await flow();
    const { access_token } = await oauth.processAuthorizationCodeResponse(as, client, await requestTokens());
    const introspected = async () => {
      const response = await oauth.introspectionRequest(as, client, proof, access_token, insecure);
      return oauth.processIntrospectionResponse(as, client, response);
    };
    expect(await introspected()).toMatchObject({ active: true, token_type: "Bearer" });
    await expect(
      oauth.processAuthorizationCodeResponse(as, client, await requestTokens()),
    ).rejects.toMatchObject({
      error: "invalid_grant",
      error_description: expect.stringContaining("Start the authorization again"),
    });
    expect(await introspected()).toEqual({ active: false });
  });

  it("finds the metadata at both URLs, and an endpoint at every URL in it", async () => {
    const { as } = await flow();
    const { origin } = new URL(as.issuer);
    for (const name of ["oauth-authorization-server", "oauth-protected-resource"]) {
      const urls = [`${as.issuer}/.well-known/${name}`, `${origin}/.well-known/${name}/v1`];
      const [one, other] = await Promise.all(urls.map(async (url) => (await fetch(url)).json()));
      expect(other).toEqual(one);
    }
    const addresses = Object.entries(as).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.length).toBeGreaterThan(3);
    for (const [name, address] of addresses) {
      const method = /token|revocation|introspection/.test(name) ? "POST" : "GET";
      const { status } = await fetch(String(address), { method });
      expect([404, 405, 500], `${name} ${address}`).not.toContain(status);
    }
  });
});
