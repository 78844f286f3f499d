import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { unlinkProvider } from "#lib/sign-in/provider/unlink.ts";
import type { Account } from "#lib/users/account.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { alertOf } from "#test/support/pages/notices.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { followProviderRedirects, refreshTarget } from "#test/support/pages/provider-redirects.ts";
import { makeClient, makePerson, type Page, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const provider = await startOpenIdProvider();
const cloud = useCloud({ provider: provider.settings });
afterAll(() => provider.stop());

let person: Account;
let browser: Visitor;
let parameters: Record<string, string>;
let subjects = 0;

beforeEach(async () => {
  person = await makePerson({ password: undefined });
  browser = new Visitor(cloud().baseUrl);
  const { client } = await makeClient();
  parameters = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s-1 & <2>" };
  Object.assign(provider, { isDown: false, tamper: undefined });
  provider.account = { sub: `subject-${++subjects}`, email: person.email, email_verified: true };
});

/** Chooses the provider on the sign-in page, and returns the provider's URL. */
const startSignIn = async (visitor = browser): Promise<URL> =>
  refreshTarget(await visitor.send(await visitor.open(parameters), "provider-sign-in"));

/** Signs in at the provider and opens the page to which it leads back. */
const signInAtProvider = async (): Promise<Page> =>
  openCallback(await followProviderRedirects(browser, await startSignIn()));

/** Opens a callback and the page to which it redirects. */
async function openCallback(address: string): Promise<Page> {
  const { status, location = "" } = await browser.open(address);
  expect(status).toBe(303);
  return browser.open(location);
}

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
    await signInAtProvider();
    const other = await makePerson();
    provider.account = { ...provider.account, sub: `subject-${subjects}`, email: other.email };
    browser = new Visitor(cloud().baseUrl);
    expect((await signInAtProvider()).text).toContain(person.email);
  });

  test("rejects another account with the same email address until the operator unlinks the first one", async () => {
    await signInAtProvider();
    const other = { sub: `subject-${++subjects}`, email: person.email, email_verified: true };
    provider.account = other;
    browser = new Visitor(cloud().baseUrl);
    const rejected = await signInAtProvider();
    expect(alertOf(rejected)).toEqual(expect.stringContaining("is linked to a different Example ID account"));
    await unlinkProvider(OPERATOR, person.id);
    expect((await signInAtProvider()).text).toContain(person.email);
  });

  test("shows an error if the email address is not verified or missing", async () => {
    provider.account = { sub: "unverified", email: person.email, email_verified: false };
    const unverified = await signInAtProvider();
    expect(alertOf(unverified)).toEqual(expect.stringContaining("not verified"));
    browser = new Visitor(cloud().baseUrl);
    provider.account = { sub: "nameless" };
    const nameless = await signInAtProvider();
    expect(alertOf(nameless)).toEqual(expect.stringContaining("did not send your email address"));
  });

  test("accepts `email_verified` as text, which some providers send", async () => {
    provider.account = { sub: "textual", email: person.email.toUpperCase(), email_verified: "true" };
    expect((await signInAtProvider()).text).toContain(person.email);
  });

  test("creates no user, and shows the email address that has no account", async () => {
    provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
    const rejected = await signInAtProvider();
    expect(alertOf(rejected)).toEqual(
      "No account exists for stranger@example.com. Ask the operator of this service to create one.",
    );
  });

  test("rejects a locked user, linked or not", async () => {
    await lockUser(OPERATOR, person.id, true);
    expect(alertOf(await signInAtProvider())).toContain("locked");
    await lockUser(OPERATOR, person.id, false);
    expect((await signInAtProvider()).text).toContain(person.email);
    await lockUser(OPERATOR, person.id, true);
    browser = new Visitor(cloud().baseUrl);
    expect(alertOf(await signInAtProvider())).toContain("locked");
  });

  test("ends the previous session of the browser", async () => {
    await signInAtProvider();
    const thief = new Visitor(cloud().baseUrl);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    await lockUser(OPERATOR, person.id, true);
    const signIn = await browser.open(parameters);
    await lockUser(OPERATOR, person.id, false);
    expect((await thief.open(parameters)).text).toContain(person.email);
    const address = refreshTarget(await browser.send(signIn, "provider-sign-in"));
    expect((await browser.open(await followProviderRedirects(browser, address))).status).toBe(303);
    expect((await thief.open(parameters)).text).toContain("Continue with");
  });

  test("shows an error if the user denies access at the provider; the same page allows another attempt", async () => {
    const { account } = provider;
    provider.account = undefined;
    const denied = await signInAtProvider();
    expect(alertOf(denied)).toEqual(expect.stringContaining("was cancelled or denied"));
    provider.account = account;
    const again = refreshTarget(await browser.send(denied, "provider-sign-in"));
    expect((await browser.open(await followProviderRedirects(browser, again))).status).toBe(303);
  });

  test("shows an error if the provider does not respond", async () => {
    const address = await followProviderRedirects(browser, await startSignIn());
    provider.isDown = true;
    expect(alertOf(await openCallback(address))).toContain("is not available");
  });
});

describe("a callback", () => {
  /** Requires an error page, and that the browser is not signed in. */
  async function expectRejected(page: Page): Promise<void> {
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("started in another browser")]);
    expect((await browser.open(parameters)).text).toContain("Continue with");
  }

  test("with another state is rejected", async () => {
    const address = new URL(await followProviderRedirects(browser, await startSignIn()));
    address.searchParams.set("state", "another");
    await expectRejected(await browser.open(String(address)));
  });

  test("in another browser is rejected, and still works in its own", async () => {
    const address = await followProviderRedirects(browser, await startSignIn());
    const victim = new Visitor(cloud().baseUrl);
    await victim.open(parameters);
    const rejected = await victim.open(address);
    expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining("another browser")]);
    expect((await new Visitor(cloud().baseUrl).open(address)).status).toBe(403);
    expect((await browser.open(address)).status).toBe(303);
  });

  test("works once, even if it is opened several times concurrently", async () => {
    const address = await followProviderRedirects(browser, await startSignIn());
    const copyBrowser = (): Visitor => {
      const same = new Visitor(cloud().baseUrl);
      for (const [name, value] of browser.cookies) same.cookies.set(name, value);
      return same;
    };
    const pages = await Promise.all(
      [copyBrowser(), copyBrowser(), copyBrowser()].map((each) => each.open(address)),
    );
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    await expectRejected(await browser.open(address));
  });

  test.each([
    ["from another issuer", "iss", "https://other.example.com"],
    ["with another user's code", "code", "stolen"],
  ])("%s is rejected", async (_, name, value) => {
    const address = new URL(await followProviderRedirects(browser, await startSignIn()));
    address.searchParams.set(name, value);
    expect(alertOf(await openCallback(String(address)))).toContain("is invalid");
  });

  test("for another nonce is rejected", async () => {
    const address = await startSignIn();
    address.searchParams.set("nonce", "another");
    expect(alertOf(await openCallback(await followProviderRedirects(browser, address)))).toContain(
      "is invalid",
    );
  });

  test("whose ID token is not signed by the provider is rejected", async () => {
    provider.tamper = ({ id_token: token, ...body }) => {
      const [head = "", payload = "", signature = ""] = String(token).split(".");
      const other = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
      return { ...body, id_token: [head, payload, other].join(".") };
    };
    expect(alertOf(await signInAtProvider())).toContain("is invalid");
  });
});

test("no log line contains email addresses, codes, tokens or the secret", async () => {
  const address = await followProviderRedirects(browser, await startSignIn());
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
