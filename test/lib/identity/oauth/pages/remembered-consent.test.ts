import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { disableOAuthClient } from "#lib/identity/oauth/clients.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { revokeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { issueCodeForGrant } from "#lib/identity/oauth/issue-code.ts";
import { showAuthorize } from "#lib/identity/oauth/pages/show-authorize.ts";
import { createSession } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  ISSUER,
  makeChallenge,
  makeClient,
  makeCode,
  parseValidRequest,
  REDIRECT_URI,
  redeem,
} from "#test/support/builders/oauth.ts";
import { valuesIn } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const LOOPBACK = "http://127.0.0.1:8000/callback";
const PKCE = { code_challenge: makeChallenge().challenge, code_challenge_method: "S256" };
type Fields = Record<string, string>;

/** Requests authorization. Returns the page or the redirect. */
function authorize(
  { client }: ClientWithSecret,
  parameters: Fields,
  { session = "", baseUrl = ISSUER } = {},
) {
  const all = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s", ...parameters };
  return showAuthorize({
    path: {},
    query: valuesIn(all),
    form: {},
    session: session || undefined,
    device: undefined,
    baseUrl,
    apiHost: "localhost",
    notice: undefined,
    address: "192.0.2.1",
  });
}

/** Requests authorization. Returns the title of the page, or the parameters of the redirect. */
async function requestAuthorization(...request: Parameters<typeof authorize>) {
  const answer = await authorize(...request);
  return "redirectTo" in answer
    ? Object.fromEntries(new URL(answer.redirectTo).searchParams)
    : { page: answer.page.title };
}

const CONSENT = { page: "Allow App?" };
const CODE = { code: expect.stringMatching(/^ac_/), state: "s", iss: ISSUER };

/** Creates a signed-in user with a grant for a new application. */
async function makeUserWithGrant(fields: Record<string, unknown> = {}, parameters: Fields = {}) {
  const [host, made] = [await makeHost(), await makeClient(fields)];
  await makeCode(host, made.client, parameters);
  const grant = await findGrant(host.userId, made.client.id);
  if (!grant) throw new Error("the grant does not exist");
  return { host, made, grant, session: await createSessionOf(host) };
}

/** Creates a session of a user that starts now. */
async function createSessionOf({ userId: id }: { userId: number }): Promise<string> {
  const user = await findItem(UserItem, { id });
  if (!user) throw new Error("the user does not exist");
  return createSession(user);
}

describe("a remembered consent", () => {
  it("is enough for a valid code without the consent page, in at most five round trips", async () => {
    const { made, session } = await makeUserWithGrant();
    resetRoundTrips();
    const back = await requestAuthorization(made, {}, { session });
    expect(back).toEqual(CODE);
    expect(roundTrips().trips).toBeLessThanOrEqual(5);
    expect(await redeem(made, back["code"] ?? "")).toMatchObject({ scope: "READ_BOOKING READ_PROFILE" });
  });

  it("is enough for fewer scopes, but not for more", async () => {
    const { made, session } = await makeUserWithGrant();
    expect(await requestAuthorization(made, { scope: "READ_PROFILE" }, { session })).toEqual(CODE);
    expect(await requestAuthorization(made, { scope: "READ_PROFILE WRITE_BOOKING" }, { session })).toEqual(
      CONSENT,
    );
  });

  it("is shown on the consent page: only scopes without consent are new", async () => {
    const { made, session } = await makeUserWithGrant();
    const answer = await authorize(made, { scope: "READ_PROFILE WRITE_BOOKING" }, { session });
    const main = "page" in answer ? String(answer.page.main) : "";
    const scopes = [...main.matchAll(/data-scope="(\w+)".*/g)].map(([item, scope]) => [
      scope,
      item.includes("<em>new</em>"),
    ]);
    expect(scopes).toEqual([
      ["READ_PROFILE", false],
      ["WRITE_BOOKING", true],
    ]);
  });

  it("is not used if the client requests a prompt", async () => {
    const { made, session } = await makeUserWithGrant();
    for (const prompt of ["consent", "login", "select_account", "login consent"])
      expect(await requestAuthorization(made, { prompt }, { session })).toEqual(CONSENT);
  });

  it("is not used after its grant is revoked, even if the grant was read before", async () => {
    const { made, grant, session } = await makeUserWithGrant();
    await revokeGrant(grant.id);
    expect(await requestAuthorization(made, {}, { session })).toEqual(CONSENT);
    expect(await issueCodeForGrant(grant, await parseValidRequest(made.client))).toBeUndefined();
  });

  it("expires a month after its last code", async () => {
    const start = Date.now();
    const { host, made } = await makeUserWithGrant();
    for (const [day, expected] of [
      [25, CODE],
      [50, CODE],
      [81, CONSENT],
    ] as const) {
      setClock(() => start + day * 86_400_000);
      expect(await requestAuthorization(made, {}, { session: await createSessionOf(host) })).toEqual(
        expected,
      );
    }
  });

  it("issues no code for a locked user or a disabled client", async () => {
    const { host, made, grant, session } = await makeUserWithGrant();
    const request = await parseValidRequest(made.client);
    await lockUser(OPERATOR, host.userId, true);
    expect(await requestAuthorization(made, {}, { session })).toEqual({ page: "Sign in" });
    expect(await issueCodeForGrant(grant, request)).toBeUndefined();
    await lockUser(OPERATOR, host.userId, false);
    await disableOAuthClient(OPERATOR, made.client.id, true);
    await expect(issueCodeForGrant(grant, request)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is not used for a public client, because any program can send its id", async () => {
    const { made, session } = await makeUserWithGrant({ type: "public" }, PKCE);
    expect(await requestAuthorization(made, PKCE, { session })).toEqual(CONSENT);
    expect(await requestAuthorization(made, { ...PKCE, prompt: "none" }, { session })).toMatchObject({
      error: "consent_required",
    });
  });

  it("is not used for a loopback redirect address, unless the service is on loopback, too", async () => {
    const redirect = { redirect_uri: LOOPBACK };
    const { made, session } = await makeUserWithGrant({ redirectUris: [LOOPBACK] }, redirect);
    expect(await requestAuthorization(made, redirect, { session })).toEqual(CONSENT);
    const baseUrl = "http://127.0.0.1:3000/v1";
    expect(await requestAuthorization(made, redirect, { session, baseUrl })).toEqual({
      ...CODE,
      iss: baseUrl,
    });
  });
});

describe("a request with the prompt none", () => {
  const prompt = "none";

  it("gets a code if the user has consented", async () => {
    const { made, session } = await makeUserWithGrant();
    expect(await requestAuthorization(made, { prompt }, { session })).toEqual(CODE);
  });

  it("gets login_required if no user is signed in, and consent_required if consent is missing", async () => {
    const { made, session } = await makeUserWithGrant();
    const rest = { state: "s", iss: ISSUER, error_description: expect.any(String) };
    expect(await requestAuthorization(made, { prompt })).toEqual({ ...rest, error: "login_required" });
    const more = { prompt, scope: "WRITE_BOOKING" };
    expect(await requestAuthorization(made, more, { session })).toEqual({
      ...rest,
      error: "consent_required",
    });
  });

  it.each(["none consent", "login none"])("is rejected if it has another prompt, too: %s", async (both) => {
    const { made, session } = await makeUserWithGrant();
    expect(await requestAuthorization(made, { prompt: both }, { session })).toMatchObject({
      error: "invalid_request",
    });
  });
});
