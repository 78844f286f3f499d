import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { hashBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { SessionItem } from "#lib/identity/sign-in/entity.ts";
import { unlinkProvider } from "#lib/identity/sign-in/provider/linked-user.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { MAIL } from "#test/support/cloud/source-gateway.ts";
import { alertOf } from "#test/support/pages/notices.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { followProviderRedirects, refreshTarget } from "#test/support/pages/provider-redirects.ts";
import { makeClient, makePerson, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";
import { changeSignature, ProviderBrowser } from "./provider-browser.ts";

const provider = await startOpenIdProvider();
const cloud = useCloud({ provider: provider.settings, mail: MAIL });
afterAll(() => provider.stop());

let person: Account;
let browser: ProviderBrowser;
let parameters: Record<string, string>;
let subjects = 0;

beforeEach(async () => {
  person = await makePerson({ password: undefined });
  const { client } = await makeClient();
  parameters = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s-1 & <2>" };
  browser = openBrowser();
  Object.assign(provider, { isDown: false, tamper: undefined });
  provider.account = { sub: `subject-${++subjects}`, email: person.email, email_verified: true };
});

const openBrowser = () => new ProviderBrowser(cloud().baseUrl, parameters);

describe("signing in at the operator's OpenID provider", () => {
  test("redirects to the provider with PKCE, state and nonce, and back to the application's request by 303", async () => {
    const signIn = await browser.open(parameters);
    expect(signIn.text).toContain("Continue with <bdi>Example ID</bdi>");
    const redirect = await browser.send(signIn, "provider-sign-in");
    expect(redirect.status).toBe(200);
    const address = refreshTarget(redirect);
    expect(address.origin).toBe(provider.settings.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: "almanac",
      response_type: "code",
      redirect_uri: `${cloud().baseUrl}/auth/oauth2/provider-callback`,
      scope: "openid email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const before = browser.cookies.get("__Host-almanac-session");
    const back = await browser.open(await followProviderRedirects(browser, address));
    expect(back.status).toBe(303);
    expect(browser.cookies.get("__Host-almanac-session")).not.toBe(before);
    const consent = await browser.open(back.location ?? "");
    expect(consent.text).toContain(person.email);
    const { location = "" } = await browser.send(consent, "consent", { decision: "allow" });
    expect(new URL(location).searchParams.get("state")).toBe(parameters["state"]);
    expect(new URL(location).searchParams.get("code")).toMatch(/^ac_/);
  });

  test("finds its user also after their email address there has changed to another user's", async () => {
    await browser.signInAtProvider();
    const other = await makePerson();
    provider.account = { ...provider.account, sub: `subject-${subjects}`, email: other.email };
    browser = openBrowser();
    expect((await browser.signInAtProvider()).text).toContain(person.email);
  });

  test("rejects another account with the same email address until the operator unlinks the first one", async () => {
    await browser.signInAtProvider();
    provider.account = { sub: `subject-${++subjects}`, email: person.email, email_verified: true };
    browser = openBrowser();
    const rejected = await browser.signInAtProvider();
    expect(alertOf(rejected)).toEqual(expect.stringContaining("is linked to a different Example ID account"));
    await unlinkProvider(OPERATOR, person.id);
    expect((await browser.signInAtProvider()).text).toContain(person.email);
  });

  test("shows an error if the email address is not verified or missing", async () => {
    provider.account = { sub: "unverified", email: person.email, email_verified: false };
    const unverified = await browser.signInAtProvider();
    expect(alertOf(unverified)).toEqual(expect.stringContaining("not verified"));
    browser = openBrowser();
    provider.account = { sub: "nameless" };
    const nameless = await browser.signInAtProvider();
    expect(alertOf(nameless)).toEqual(expect.stringContaining("did not send your email address"));
  });

  test("accepts `email_verified` as text, which some providers send", async () => {
    provider.account = { sub: "textual", email: person.email.toUpperCase(), email_verified: "true" };
    expect((await browser.signInAtProvider()).text).toContain(person.email);
  });

  test("creates no user, and shows the email address that has no account", async () => {
    provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
    const rejected = await browser.signInAtProvider();
    expect(alertOf(rejected)).toEqual(
      "No account exists for stranger@example.com. Ask the operator of this service to create one.",
    );
  });

  test("rejects a locked user, linked or not", async () => {
    await lockUser(OPERATOR, person.id, true);
    expect(alertOf(await browser.signInAtProvider())).toContain("locked");
    await lockUser(OPERATOR, person.id, false);
    expect((await browser.signInAtProvider()).text).toContain(person.email);
    await lockUser(OPERATOR, person.id, true);
    browser = openBrowser();
    expect(alertOf(await browser.signInAtProvider())).toContain("locked");
  });

  test("ends the previous session of the browser", async () => {
    await browser.signInAtProvider();
    const thief = browser.copy();
    const hash = hashBrowserToken(browser.cookies.get("__Host-almanac-session") ?? "");
    const endsAt = Math.floor(Date.now() / 1000) + 43_200 - 601;
    await writeOne(update(SessionItem, { hash }, { set: { endsAt } }));
    const signIn = await browser.open(parameters);
    expect((await thief.open(parameters)).text).toContain("Sign in again");
    const address = refreshTarget(await browser.send(signIn, "provider-sign-in"));
    expect((await browser.open(await followProviderRedirects(browser, address))).status).toBe(303);
    const signedOut = await thief.open(parameters);
    expect(signedOut.text).toContain("Continue with");
    expect(signedOut.text).not.toContain("Sign in again");
  });

  test("shows an error if the user denies access at the provider; the same page allows another attempt", async () => {
    const { account } = provider;
    provider.account = undefined;
    const denied = await browser.signInAtProvider();
    expect(alertOf(denied)).toEqual(expect.stringContaining("was cancelled or denied"));
    provider.account = account;
    const again = refreshTarget(await browser.send(denied, "provider-sign-in"));
    expect((await browser.open(await followProviderRedirects(browser, again))).status).toBe(303);
  });

  test("shows an error if the provider does not respond", async () => {
    const address = await browser.getCallback();
    provider.isDown = true;
    expect(alertOf(await browser.openCallback(address))).toContain("is not available");
  });
});

describe("a callback", () => {
  test("with another state is rejected", async () => {
    const address = new URL(await browser.getCallback());
    address.searchParams.set("state", "another");
    await browser.expectRejected(await browser.open(String(address)));
  });

  test("in another browser is rejected, and still works in its own", async () => {
    const address = await browser.getCallback();
    const victim = new Visitor(cloud().baseUrl);
    await victim.open(parameters);
    const rejected = await victim.open(address);
    expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining("another browser")]);
    expect((await new Visitor(cloud().baseUrl).open(address)).status).toBe(403);
    expect((await browser.open(address)).status).toBe(303);
  });

  test("works once, even if it is opened several times concurrently", async () => {
    const address = await browser.getCallback();
    const pages = await Promise.all([1, 2, 3].map(() => browser.copy().open(address)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    await browser.expectRejected(await browser.open(address));
  });

  test.each([
    ["from another issuer", "iss", "https://other.example.com"],
    ["with another user's code", "code", "stolen"],
  ])("%s is rejected", async (_, name, value) => {
    const address = new URL(await browser.getCallback());
    address.searchParams.set(name, value);
    expect(alertOf(await browser.openCallback(String(address)))).toContain("is invalid");
  });

  test("for another nonce is rejected", async () => {
    const address = await browser.startSignIn();
    address.searchParams.set("nonce", "another");
    const callback = await followProviderRedirects(browser, address);
    expect(alertOf(await browser.openCallback(callback))).toContain("is invalid");
  });

  test("whose ID token is not signed by the provider is rejected", async () => {
    provider.tamper = changeSignature;
    expect(alertOf(await browser.signInAtProvider())).toContain("is invalid");
  });
});

test("no log line contains email addresses, codes, tokens or the secret", async () => {
  const address = await browser.getCallback();
  await browser.open(address);
  const lines = ["provider-sign-in", "provider-callback"]
    .flatMap((id) => cloud().logs(`oauth.${id}`))
    .join("\n");
  const sent = new URL(address).searchParams;
  for (const secret of [person.email, provider.settings.clientSecret, sent.get("code"), sent.get("state")])
    expect(lines).not.toContain(secret);
  for (const cookie of browser.cookies.values()) expect(lines).not.toContain(cookie);
  expect(lines).toContain('"byProvider":true');
});
