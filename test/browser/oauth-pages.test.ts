import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPE_TEXTS } from "#lib/identity/oauth/pages/scope-texts.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startHttpServer } from "#test/support/network/http-server.ts";
import { type OpenedPage, useBrowser } from "#test/support/pages/browser.ts";
import { makeClient, makePerson, PASSWORD } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const openPage = useBrowser();
const CLIENT_NAME = "Demo <b>web</b> application";

let person: Account;
let opened: OpenedPage;
let page: Page;
let address: string;
/** Where the application receives its users. */
let redirectUri: string;

beforeAll(async () => {
  person = await makePerson({ name: "Alice Archer" });
});

beforeEach(async () => {
  opened = await openPage();
  ({ page } = opened);
  const application = await startHttpServer((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end("Welcome back");
  });
  redirectUri = `${application.url}/callback`;
  const { client } = await makeClient({
    name: CLIENT_NAME,
    link: "https://app.example.com/about",
    redirectUris: [redirectUri],
  });
  const parameters = { client_id: client.id, redirect_uri: redirectUri, state: "browser-state" };
  address = `${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(parameters)}`;
  await page.goto(address);
});

async function signIn(password = PASSWORD): Promise<void> {
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Waits for the redirect to the application and returns its parameters. */
async function waitForRedirect(): Promise<Record<string, string>> {
  await page.waitForURL(`${redirectUri}?*`);
  expect(await page.textContent("body")).toBe("Welcome back");
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Saves screenshots in light and dark and for a phone in the folder `SCREENSHOTS`, if it is set. */
async function saveScreenshots(name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1100, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 780 });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
}

describe("the pages of the OAuth flow in a browser", () => {
  it("show the application and its scopes, and redirect with code, state and iss if the user allows access", async () => {
    await saveScreenshots("sign-in");
    await signIn();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      `${CLIENT_NAME} requests access to your Almanac account`,
    );
    const scopes = await page.getByRole("listitem").locator("strong").allTextContents();
    expect(scopes).toEqual([SCOPE_TEXTS.READ_BOOKING.what, SCOPE_TEXTS.READ_PROFILE.what]);
    await page.getByText(person.email).waitFor();
    await saveScreenshots("consent");
    await button("Allow").click();
    expect(await waitForRedirect()).toEqual({
      code: expect.stringMatching(/^ac_/),
      state: "browser-state",
      iss: cloud().baseUrl,
    });
  });

  it.each([
    { width: 375, height: 740 },
    { width: 1100, height: 800 },
  ])("show the button Allow without scrolling: $width x $height", async (viewport) => {
    await page.setViewportSize(viewport);
    await page.goto(`${address}&scope=READ_BOOKING%20WRITE_BOOKING%20READ_PROFILE`);
    await signIn();
    const { y = Infinity, height = 0 } = (await button("Allow").boundingBox()) ?? {};
    await saveScreenshots(`consent-of-three-${viewport.width}`);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
  });

  it("redirect directly after a sign-in if access is already granted", async () => {
    await signIn();
    await button("Allow").click();
    await waitForRedirect();
    await page.context().clearCookies();
    await page.goto(address);
    await signIn();
    expect(await waitForRedirect()).toHaveProperty("code");
    expect(opened.complaints).toEqual([]);
  });

  it("redirect with access_denied if the user denies access", async () => {
    await signIn();
    await button("Deny").click();
    expect(await waitForRedirect()).toMatchObject({
      error: "access_denied",
      state: "browser-state",
      iss: cloud().baseUrl,
    });
  });

  it("show an error for a wrong password, and keep the typed email address", async () => {
    await signIn("wrong");
    expect(await page.getByRole("alert").textContent()).toContain("wrong");
    expect(await page.getByLabel("Email address").inputValue()).toBe(person.email);
    await page.getByLabel("Password").and(page.locator(":focus")).waitFor();
    await saveScreenshots("wrong-password");
    const before = opened.requests.length;
    await page.reload();
    expect(opened.requests.slice(before).map(({ method }) => method)).toEqual(["GET"]);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await button("Allow").waitFor();
  });

  it("let the user sign out and sign in as another user", async () => {
    const other = await makePerson({ name: "Bob Baker" });
    await signIn();
    await button("Sign out to use another account").click();
    await page.getByLabel("Email address").fill(other.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await button("Sign in").click();
    await page.getByText("Bob Baker").waitFor();
  });

  it("ask again if the form has expired or was changed", async () => {
    await signIn();
    await page
      .locator("form[action*=consent] input[name=form_token]")
      .evaluate((field) => field.setAttribute("value", "1.x"));
    await button("Allow").click();
    await page.getByRole("heading", { name: "This page has expired" }).waitFor();
    await saveScreenshots("expired");
    await page.getByRole("link", { name: "Try again" }).click();
    await button("Allow").click();
    expect(await waitForRedirect()).toHaveProperty("code");
  });

  it("show an error for an invalid link, without a redirect", async () => {
    await page.goto(address.replace("callback", "elsewhere"));
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await saveScreenshots("failure");
    expect(page.url()).toContain("/auth/oauth2/authorize?");
  });

  it("can be used with the keyboard alone, and declare their language", async () => {
    expect(await page.getAttribute("html", "lang")).toBe("en");
    await page.locator(":focus").waitFor();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await button("Allow").waitFor();
    const focusedNames: string[] = [];
    for (const _ of ["another account", "allow", "deny"]) {
      await page.keyboard.press("Tab");
      focusedNames.push((await page.locator(":focus").textContent()) ?? "");
    }
    expect(focusedNames).toEqual(["Sign out to use another account", "Allow", "Deny"]);
  });

  it("run no scripts, send no requests to other origins, and follow their policy", async () => {
    await signIn();
    await button("Allow").click();
    await waitForRedirect();
    const { origin } = new URL(cloud().baseUrl);
    const elsewhere = opened.requests.filter(
      ({ url }) => !url.startsWith(origin) && !url.startsWith("data:"),
    );
    expect(new Set(elsewhere.map(({ url }) => url.split("?")[0]))).toEqual(new Set([redirectUri]));
    expect(opened.complaints).toEqual([]);
  });
});
