import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeFormToken } from "#lib/entry/pages/html-forms.ts";
import { SIGN_IN } from "#lib/identity/sign-in/pages/addresses.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { useBrowser } from "#test/support/pages/browser.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { makeClient, makePerson, PASSWORD, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const provider = await startOpenIdProvider({ tellsInToken: true });
const cloud = useCloud({ provider: { ...provider.settings, passwordSignIn: false } });
const openPage = useBrowser();
afterAll(() => provider.stop());

let person: Account;
let address: string;
beforeEach(async () => {
  person = await makePerson({ name: "Alice Archer" });
  const { client } = await makeClient();
  const parameters = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "browser-state" };
  address = `${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(parameters)}`;
});

describe("signing in at the operator's OpenID provider in a browser", () => {
  it("works with one click and within the policy of the pages, if password sign-in is disabled", async () => {
    provider.account = { sub: "alice", email: person.email, email_verified: true };
    const { page, requests, complaints } = await openPage();
    await page.goto(address);
    expect(await page.getByLabel("Password").count()).toBe(0);
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await page.getByText("Alice Archer").waitFor();
    expect(page.url()).toContain(`${cloud().baseUrl}/auth/oauth2/authorize?`);
    expect(requests.map(({ url }) => new URL(url).origin)).toContain(provider.settings.issuer);
    expect(complaints).toEqual([]);
    await page.goBack();
    expect(page.url()).not.toContain("code=");
  });

  it("rejects a password that is sent without the form", async () => {
    const visitor = new Visitor(cloud().baseUrl);
    await visitor.open(address);
    const url = new URL(address.replace("/authorize?", "/sign-in?"));
    url.searchParams.sort();
    const browserToken = visitor.cookies.get("__Host-almanac-session") ?? "";
    const shown = String(url.searchParams);
    const { location = "" } = await visitor.post(url.href, {
      form_token: makeFormToken({ browserToken, form: SIGN_IN, shown }),
      email: person.email,
      password: PASSWORD,
    });
    expect((await visitor.open(location)).text).toContain("Password sign-in is disabled");
  });

  it("shows errors on the sign-in page", async () => {
    provider.account = { sub: "stranger", email: "stranger@example.com", email_verified: true };
    const { page } = await openPage();
    await page.goto(address);
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    expect(await page.getByRole("alert").textContent()).toContain(
      "No account exists for stranger@example.com",
    );
    provider.account = { sub: "alice again", email: person.email, email_verified: true };
    await page.context().clearCookies({ name: "_session" });
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await page.getByText("Alice Archer").waitFor();
  });
});
