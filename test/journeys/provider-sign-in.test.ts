import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { unlinkProvider } from "#lib/sign-in/provider/unlink.ts";
import type { Account } from "#lib/users/account.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
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

/** Chooses the provider on the sign-in page; answers the address there. */
const begin = async (visitor = browser): Promise<URL> =>
  refreshTarget(await visitor.send(await visitor.open(parameters), "provider-sign-in"));

/** Signs in at the provider and comes back to the application's request. */
const comeBack = async (): Promise<Page> => openOn(await followProviderRedirects(browser, await begin()));

/** Opens a callback, and the page that it leads to. */
async function openOn(address: string): Promise<Page> {
  const { status, location = "" } = await browser.open(address);
  expect(status).toBe(303);
  return browser.open(location);
}

/** What the sign-in page says is wrong. */
const problemOf = ({ text }: Page): string => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1] ?? "";

describe("signing in at the operator's OpenID provider", () => {
  test("leads to the provider with PKCE, state and nonce, and back to the application's request, by 303", async () => {
    const signIn = await browser.open(parameters);
    expect(signIn.text).toContain("Continue with <bdi>Example ID</bdi>");
    const onward = await browser.send(signIn, "provider-sign-in");
    expect(onward.status).toBe(200);
    const address = refreshTarget(onward);
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

  test("finds its user again when their address there has changed, and nobody else by it", async () => {
    await comeBack();
    const other = await makePerson();
    provider.account = { ...provider.account, sub: `subject-${subjects}`, email: other.email };
    browser = new Visitor(cloud().baseUrl);
    expect((await comeBack()).text).toContain(person.email);
  });

  test("gives no account to somebody who has its address there later, until the operator unlinks it", async () => {
    await comeBack();
    const heir = { sub: `subject-${++subjects}`, email: person.email, email_verified: true };
    provider.account = heir;
    browser = new Visitor(cloud().baseUrl);
    const refused = await comeBack();
    expect(problemOf(refused)).toEqual(
      expect.stringContaining("is linked to a different Example ID account"),
    );
    await unlinkProvider(OPERATOR, person.id);
    expect((await comeBack()).text).toContain(person.email);
  });

  test("says so when the provider has not verified the address, or told none", async () => {
    provider.account = { sub: "unverified", email: person.email, email_verified: false };
    const unverified = await comeBack();
    expect(problemOf(unverified)).toEqual(expect.stringContaining("not verified"));
    browser = new Visitor(cloud().baseUrl);
    provider.account = { sub: "nameless" };
    const nameless = await comeBack();
    expect(problemOf(nameless)).toEqual(expect.stringContaining("did not send your email address"));
  });

  test("takes the truth as text, as some providers send it", async () => {
    provider.account = { sub: "textual", email: person.email.toUpperCase(), email_verified: "true" };
    expect((await comeBack()).text).toContain(person.email);
  });

  test("makes nobody a user, and names only the address of who has signed in", async () => {
    provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
    const refused = await comeBack();
    expect(problemOf(refused)).toEqual(
      "No account exists for stranger@example.com. Ask the operator of this service to create one.",
    );
  });

  test("lets no locked user in, linked before or not", async () => {
    await lockUser(OPERATOR, person.id, true);
    expect(problemOf(await comeBack())).toContain("locked");
    await lockUser(OPERATOR, person.id, false);
    expect((await comeBack()).text).toContain(person.email);
    await lockUser(OPERATOR, person.id, true);
    browser = new Visitor(cloud().baseUrl);
    expect(problemOf(await comeBack())).toContain("locked");
  });

  test("ends the session the browser had before", async () => {
    await comeBack();
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

  test("tells who denies it at the provider, and lets them try again on the same page", async () => {
    const { account } = provider;
    provider.account = undefined;
    const denied = await comeBack();
    expect(problemOf(denied)).toEqual(expect.stringContaining("was cancelled or denied"));
    provider.account = account;
    const again = refreshTarget(await browser.send(denied, "provider-sign-in"));
    expect((await browser.open(await followProviderRedirects(browser, again))).status).toBe(303);
  });

  test("says so when the provider does not answer", async () => {
    const address = await followProviderRedirects(browser, await begin());
    provider.isDown = true;
    expect(problemOf(await openOn(address))).toContain("is not available");
  });
});

describe("a callback", () => {
  /** Addresses that lead nowhere end on a page that says so and keeps nothing. */
  async function expectRefused(page: Page): Promise<void> {
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("started in another browser")]);
    expect((await browser.open(parameters)).text).toContain("Continue with");
  }

  test("with another state is refused", async () => {
    const address = new URL(await followProviderRedirects(browser, await begin()));
    address.searchParams.set("state", "another");
    await expectRefused(await browser.open(String(address)));
  });

  test("in another browser is refused, and still good in its own", async () => {
    const address = await followProviderRedirects(browser, await begin());
    const victim = new Visitor(cloud().baseUrl);
    await victim.open(parameters);
    const refused = await victim.open(address);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("another browser")]);
    expect((await new Visitor(cloud().baseUrl).open(address)).status).toBe(403);
    expect((await browser.open(address)).status).toBe(303);
  });

  test("counts once, even when it is sent many times at once", async () => {
    const address = await followProviderRedirects(browser, await begin());
    const twin = (): Visitor => {
      const same = new Visitor(cloud().baseUrl);
      for (const [name, value] of browser.cookies) same.cookies.set(name, value);
      return same;
    };
    const pages = await Promise.all([twin(), twin(), twin()].map((each) => each.open(address)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    await expectRefused(await browser.open(address));
  });

  test.each([
    ["from another issuer", "iss", "https://other.example.com"],
    ["with a code of somebody else", "code", "stolen"],
  ])("%s is refused", async (_, name, value) => {
    const address = new URL(await followProviderRedirects(browser, await begin()));
    address.searchParams.set(name, value);
    expect(problemOf(await openOn(String(address)))).toContain("is invalid");
  });

  test("for another nonce is refused", async () => {
    const address = await begin();
    address.searchParams.set("nonce", "another");
    expect(problemOf(await openOn(await followProviderRedirects(browser, address)))).toContain("is invalid");
  });

  test("whose ID token is not signed by the provider is refused", async () => {
    provider.tamper = ({ id_token: token, ...body }) => {
      const [head = "", payload = "", signature = ""] = String(token).split(".");
      const other = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
      return { ...body, id_token: [head, payload, other].join(".") };
    };
    expect(problemOf(await comeBack())).toContain("is invalid");
  });
});

test("no line of the log holds addresses, codes, tokens or the secret", async () => {
  const address = await followProviderRedirects(browser, await begin());
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
