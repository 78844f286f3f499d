import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { disableOAuthClient } from "#lib/oauth/disable-client.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { revokeGrant } from "#lib/oauth/grants/writes.ts";
import { issueCodeForGrant } from "#lib/oauth/issue-code.ts";
import { showAuthorize } from "#lib/oauth/pages/show-authorize.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { createSession } from "#lib/sign-in/session.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
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
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});
afterEach(() => setClock(Date.now));

const LOOPBACK = "http://127.0.0.1:8000/callback";
const PKCE = { code_challenge: makeChallenge().challenge, code_challenge_method: "S256" };
type Parameters = Record<string, string>;

/** Where a request leads: the page that is shown, or what the client is told. */
async function ask(
  { client }: ClientWithSecret,
  parameters: Parameters,
  { session = "", baseUrl = ISSUER } = {},
) {
  const all = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s", ...parameters };
  const answer = await showAuthorize({
    query: valuesIn(all),
    form: {},
    session: session || undefined,
    device: undefined,
    baseUrl,
    notice: undefined,
    address: "192.0.2.1",
  });
  return "redirectTo" in answer
    ? Object.fromEntries(new URL(answer.redirectTo).searchParams)
    : { page: answer.page.title };
}

const CONSENT = { page: "Allow App?" };
const CODE = { code: expect.stringMatching(/^ac_/), state: "s", iss: ISSUER };

/** Somebody who is signed in and has allowed an application what it asks for. */
async function allowed(fields: Record<string, unknown> = {}, parameters: Parameters = {}) {
  const [host, made] = [await makeHost(), await makeClient(fields)];
  await makeCode(host, made.client, parameters);
  const grant = await findGrant(host.userId, made.client.id);
  if (!grant) throw new Error("nothing is allowed");
  return { host, made, grant, session: await signedIn(host) };
}

/** A session of a user, from now on. */
async function signedIn({ userId: id }: { userId: number }): Promise<string> {
  const user = await getItem(UserItem, { id });
  if (!user) throw new Error("there is no user");
  return createSession(user);
}

describe("what a user has allowed", () => {
  it("is not asked again: the code comes at once, is good, and costs one round trip more than asking", async () => {
    const { made, session } = await allowed();
    resetRoundTrips();
    const back = await ask(made, {}, { session });
    expect(back).toEqual(CODE);
    expect(roundTrips().trips).toBeLessThanOrEqual(5);
    expect(await redeem(made, back["code"] ?? "")).toMatchObject({ scope: "READ_BOOKING READ_PROFILE" });
  });

  it("covers less than that, and not more, which is asked for", async () => {
    const { made, session } = await allowed();
    expect(await ask(made, { scope: "READ_PROFILE" }, { session })).toEqual(CODE);
    expect(await ask(made, { scope: "READ_PROFILE WRITE_BOOKING" }, { session })).toEqual(CONSENT);
  });

  it("is asked for again when the client wants it, whatever it calls that", async () => {
    const { made, session } = await allowed();
    for (const prompt of ["consent", "login", "select_account", "login consent"])
      expect(await ask(made, { prompt }, { session })).toEqual(CONSENT);
  });

  it("is asked for again once it was taken back, also in the moment in which it is looked at", async () => {
    const { made, grant, session } = await allowed();
    await revokeGrant(grant.id);
    expect(await ask(made, {}, { session })).toEqual(CONSENT);
    expect(await issueCodeForGrant(grant, await parseValidRequest(made.client))).toBeUndefined();
  });

  it("is asked for again after a month without use, counted again from each code", async () => {
    const start = Date.now();
    const { host, made } = await allowed();
    for (const [day, answer] of [
      [25, CODE],
      [50, CODE],
      [81, CONSENT],
    ] as const) {
      setClock(() => start + day * 86_400_000);
      expect(await ask(made, {}, { session: await signedIn(host) })).toEqual(answer);
    }
  });

  it("gives a locked user and a disabled client nothing", async () => {
    const { host, made, grant, session } = await allowed();
    const request = await parseValidRequest(made.client);
    await lockUser(OPERATOR, host.userId, true);
    expect(await ask(made, {}, { session })).toEqual({ page: "Sign in" });
    expect(await issueCodeForGrant(grant, request)).toBeUndefined();
    await lockUser(OPERATOR, host.userId, false);
    await disableOAuthClient(OPERATOR, made.client.id, true);
    await expect(issueCodeForGrant(grant, request)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is asked for every time by a public client, which anybody can say to be", async () => {
    const { made, session } = await allowed({ type: "public" }, PKCE);
    expect(await ask(made, PKCE, { session })).toEqual(CONSENT);
    expect(await ask(made, { ...PKCE, prompt: "none" }, { session })).toMatchObject({
      error: "consent_required",
    });
  });

  it("is asked for every time when it leads to the user's own machine, unless the service is there, too", async () => {
    const redirect = { redirect_uri: LOOPBACK };
    const { made, session } = await allowed({ redirectUris: [LOOPBACK] }, redirect);
    expect(await ask(made, redirect, { session })).toEqual(CONSENT);
    const baseUrl = "http://127.0.0.1:3000/v1";
    expect(await ask(made, redirect, { session, baseUrl })).toEqual({ ...CODE, iss: baseUrl });
  });
});

describe("a client that wants nobody to be asked", () => {
  const prompt = "none";

  it("gets the code of who has allowed it", async () => {
    const { made, session } = await allowed();
    expect(await ask(made, { prompt }, { session })).toEqual(CODE);
  });

  it("is told that nobody is signed in, or that the user has to be asked", async () => {
    const { made, session } = await allowed();
    const told = { state: "s", iss: ISSUER, error_description: expect.any(String) };
    expect(await ask(made, { prompt })).toEqual({ ...told, error: "login_required" });
    const more = { prompt, scope: "WRITE_BOOKING" };
    expect(await ask(made, more, { session })).toEqual({ ...told, error: "consent_required" });
  });

  it.each(["none consent", "login none"])("may not want the opposite as well: %s", async (both) => {
    const { made, session } = await allowed();
    expect(await ask(made, { prompt: both }, { session })).toMatchObject({ error: "invalid_request" });
  });
});
