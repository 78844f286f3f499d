import { beforeAll, describe, expect, test } from "vitest";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import {
  formOf,
  makeClient,
  makePerson,
  PASSWORD,
  type Page,
  REDIRECT_URI,
  Visitor,
} from "#test/support/pages/visitor.ts";
import { INVALID_REDIRECT_URIS } from "./invalid-redirect-uris.ts";

const cloud = useSharedCloud();
const visitor = (): Visitor => new Visitor(cloud().baseUrl);
const REGISTERED = `${REDIRECT_URI}?from=almanac`;

let user: Account;
let clientId: string;
let parameters: Record<string, string>;
beforeAll(async () => {
  user = await makePerson();
  const { client } = await makeClient({
    redirectUris: [REDIRECT_URI, REGISTERED, "http://127.0.0.1:7000/cb"],
  });
  clientId = client.id;
  // The consent page is shown again, although access is already granted.
  parameters = { client_id: clientId, redirect_uri: REDIRECT_URI, state: "abc", prompt: "consent" };
});

function expectNoRedirect(page: Page): void {
  expect([page.status, page.location]).toEqual([400, undefined]);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("This link does not work");
  expect(page.text).not.toContain("evil.example");
}

describe("a redirect URI that is not exactly a registered one is rejected", () => {
  test.each(INVALID_REDIRECT_URIS)("%j", async (redirectUri) => {
    expectNoRedirect(await visitor().open({ ...parameters, redirect_uri: redirectUri }));
  });

  test.each([
    ["two redirect URIs", "&redirect_uri=https%3A%2F%2Fevil.example"],
    ["the same redirect URI twice", `&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`],
    ["two clients", "&client_id=evil"],
  ])("%s", async (_, more) => {
    const address = `${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(parameters)}${more}`;
    expectNoRedirect(await visitor().open(address));
  });

  test("no redirect URI, and an unknown or missing client", async () => {
    expectNoRedirect(await visitor().open({ client_id: clientId }));
    expectNoRedirect(await visitor().open({ ...parameters, client_id: "f".repeat(64) }));
    expectNoRedirect(await visitor().open({ redirect_uri: REDIRECT_URI }));
    expectNoRedirect(await visitor().open(`${cloud().baseUrl}/auth/oauth2/authorize`));
  });

  test("a registered one with a query is accepted", async () => {
    const denied = await visitor().open({ ...parameters, redirect_uri: REGISTERED, scope: "NONE" });
    expect(denied.location).toMatch(
      /^https:\/\/app\.example\.com\/callback\?from=almanac&error=invalid_scope&/,
    );
  });
});

describe("a forged form does nothing", () => {
  const isSignedOut = (page: Page): boolean => page.text.includes("Password");

  test("of sign-in without the token, with that of another browser, or without cookies", async () => {
    const [victim, attacker] = [visitor(), visitor()];
    const page = await victim.open(parameters);
    const foreign = formOf(await attacker.open(parameters), "sign-in");
    const { action, fields } = formOf(page, "sign-in");
    const typed = { email: user.email, password: PASSWORD };
    const answers = [
      await victim.post(action, typed),
      await victim.post(action, { ...typed, form_token: "" }),
      await victim.post(action, { ...foreign.fields, ...typed }),
      await visitor().post(action, { ...fields, ...typed }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(isSignedOut(await victim.open(parameters))).toBe(true);
  });

  test("of consent without the token, with that of another form, session or request", async () => {
    const [victim, attacker] = [visitor(), visitor()];
    const page = await victim.openConsentPage(parameters, user.email);
    const foreign = formOf(await attacker.openConsentPage(parameters, (await makePerson()).email), "consent");
    const { action, fields } = formOf(page, "consent");
    const allow = { decision: "allow" };
    const answers = [
      await victim.post(action, allow),
      await victim.post(action, { ...allow, ...formOf(page, "sign-out").fields }),
      await victim.post(action, { ...allow, ...foreign.fields }),
      await victim.post(`${action}&scope=WRITE_BOOKING`, { ...allow, ...fields }),
      await victim.post(action.replace("state=abc", "state=evil"), { ...allow, ...fields }),
    ];
    for (const { status, location, text } of answers) {
      expect([status, location]).toEqual([403, undefined]);
      expect(text).toContain("This page has expired");
    }
    expect((await visitor().post(action, { ...allow, ...fields })).location).toContain("/authorize?");
    expect((await victim.post(action, { ...allow, ...fields })).location).toContain("code=");
  });

  test.each<Record<string, string>>([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "cross-site" },
  ])("from a page elsewhere: %o", async (headers) => {
    const victim = visitor();
    const { action, fields } = formOf(await victim.openConsentPage(parameters, user.email), "consent");
    const answer = await victim.post(action, { ...fields, decision: "allow" }, headers);
    expect([answer.status, answer.location]).toEqual([403, undefined]);
  });

  test("of sign-out, too", async () => {
    const victim = visitor();
    const { action } = formOf(await victim.openConsentPage(parameters, user.email), "sign-out");
    await victim.post(action, { form_token: "forged" });
    expect(isSignedOut(await victim.open(parameters))).toBe(false);
  });

  test("and a form from before a sign-in does nothing after it", async () => {
    const browser = visitor();
    const page = await browser.open(parameters);
    await browser.signIn(page, user.email);
    const again = await browser.send(page, "sign-in", { email: user.email, password: PASSWORD });
    expect(again.status).toBe(403);
  });

  test.each([
    ["of another type", { body: "{}", headers: { "Content-Type": "application/json" } }, 415],
    ["with a field twice", { body: new URLSearchParams("email=a&email=b") }, 400],
    ["of 100 KB", { body: new URLSearchParams({ email: "a".repeat(100_000) }) }, 413],
  ])("a form %s is rejected with a page", async (_, init, status) => {
    const { action } = formOf(await visitor().open(parameters), "sign-in");
    const answer = await fetch(action, { method: "POST", ...init });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  });
});

describe("the headers of pages", () => {
  test("forbid scripts, frames, foreign forms, caching, referrers and other origins", async () => {
    const browser = visitor();
    const signIn = await browser.open(parameters);
    const consent = await browser.signIn(signIn, user.email);
    const failure = await visitor().open({});
    const back = await browser.send(consent, "consent", { decision: "deny" });
    for (const { headers } of [signIn, consent, failure, back]) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; form-action 'self'/);
      expect(policy).toMatch(/frame-ancestors 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:$/);
      expect(policy).not.toContain("unsafe");
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "permissions-policy": expect.stringContaining("camera=()"),
        "referrer-policy": "no-referrer",
        "strict-transport-security": expect.stringContaining("max-age="),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "x-request-id": expect.stringMatching(/^[\w-]{15}=$/),
      });
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
    const formAction = ({ headers }: Page) =>
      /form-action ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
    // A sign-in redirects to the application directly if its user has allowed access before.
    const allowed = "'self' https://app.example.com";
    expect([formAction(signIn), formAction(consent)]).toEqual([allowed, allowed]);
  });

  test("hide the session cookie from scripts and other sites; a sign-in changes it", async () => {
    const first = await fetch(`${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(parameters)}`);
    const lines = first.headers.getSetCookie();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^__Host-almanac-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(lines[1]).toMatch(/^almanac-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const browser = visitor();
    const page = await browser.open(parameters);
    const before = browser.cookies.get("__Host-almanac-session");
    await browser.signIn(page, user.email);
    expect(browser.cookies.get("__Host-almanac-session")).not.toBe(before);
  });
});
