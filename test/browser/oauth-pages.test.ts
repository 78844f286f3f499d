import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPE_WORDS } from "#lib/oauth/pages/scope-words.ts";
import type { Account } from "#lib/users/account.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { type OpenedPage, useBrowser } from "#test/support/pages/browser.ts";
import { makeClient, makePerson, PASSWORD, REDIRECT_URI } from "#test/support/pages/visitor.ts";

const cloud = useCloud();
const openPage = useBrowser();
const CLIENT_NAME = "Demo <b>web</b> application";

let person: Account;
let opened: OpenedPage;
let page: Page;
let address: string;

beforeAll(async () => {
  person = await makePerson({ name: "Alice Archer" });
});

beforeEach(async () => {
  opened = await openPage();
  ({ page } = opened);
  await page.route(`${REDIRECT_URI}*`, (route) =>
    route.fulfill({ contentType: "text/plain", body: "Welcome back" }),
  );
  const { client } = await makeClient({ name: CLIENT_NAME, link: "https://app.example.com/about" });
  const parameters = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "browser-state" };
  address = `${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(parameters)}`;
  await page.goto(address);
});

async function signIn(password = PASSWORD): Promise<void> {
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

/** The parameters the browser came back to the application with. */
async function landed(): Promise<Record<string, string>> {
  await page.waitForURL(`${REDIRECT_URI}?*`);
  expect(await page.textContent("body")).toBe("Welcome back");
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Keeps pictures in light, dark and on a phone, in the folder `SCREENSHOTS` if there is one, for people to look at. */
async function picture(name: string): Promise<void> {
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
  it("show who asks for what, and lead back with code, state and iss when the user allows it", async () => {
    await picture("sign-in");
    await signIn();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      `${CLIENT_NAME} requests access to your Almanac account`,
    );
    const scopes = await page.getByRole("listitem").locator("strong").allTextContents();
    expect(scopes).toEqual([SCOPE_WORDS.READ_BOOKING.what, SCOPE_WORDS.READ_PROFILE.what]);
    await page.getByText(person.email).waitFor();
    await picture("consent");
    await button("Allow").click();
    expect(await landed()).toEqual({
      code: expect.stringMatching(/^ac_/),
      state: "browser-state",
      iss: cloud().baseUrl,
    });
  });

  it("ask nothing that is allowed already, and lead from signing in straight back", async () => {
    await signIn();
    await button("Allow").click();
    await landed();
    await page.context().clearCookies();
    await page.goto(address);
    await signIn();
    expect(await landed()).toHaveProperty("code");
    expect(opened.complaints).toEqual([]);
  });

  it("lead back with access_denied when the user denies it", async () => {
    await signIn();
    await button("Deny").click();
    expect(await landed()).toMatchObject({
      error: "access_denied",
      state: "browser-state",
      iss: cloud().baseUrl,
    });
  });

  it("tell of a wrong password, and keep the address that was typed", async () => {
    await signIn("wrong");
    expect(await page.getByRole("alert").textContent()).toContain("wrong");
    expect(await page.getByLabel("Email address").inputValue()).toBe(person.email);
    expect(await page.getByLabel("Password").evaluate((field) => field.matches(":focus"))).toBe(true);
    await picture("wrong-password");
    const before = opened.requests.length;
    await page.reload();
    expect(opened.requests.slice(before).map(({ method }) => method)).toEqual(["GET"]);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await button("Allow").waitFor();
  });

  it("let the user sign out and be somebody else", async () => {
    const other = await makePerson({ name: "Bob Baker" });
    await signIn();
    await button("Sign out to use another account").click();
    await page.getByLabel("Email address").fill(other.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await button("Sign in").click();
    await page.getByText("Bob Baker").waitFor();
  });

  it("ask again when the form has expired or was tampered with", async () => {
    await signIn();
    await page
      .locator("form[action*=consent] input[name=form_token]")
      .evaluate((field) => field.setAttribute("value", "1.x"));
    await button("Allow").click();
    await page.getByRole("heading", { name: "This page has expired" }).waitFor();
    await picture("expired");
    await page.getByRole("link", { name: "Try again" }).click();
    await button("Allow").click();
    expect(await landed()).toHaveProperty("code");
  });

  it("say what is wrong with a link, and lead nowhere", async () => {
    await page.goto(address.replace("callback", "elsewhere"));
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await picture("failure");
    expect(page.url()).toContain("/auth/oauth2/authorize?");
  });

  it("can be used with the keyboard alone, with a label on every field, in the language they say", async () => {
    expect(await page.getAttribute("html", "lang")).toBe("en");
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await button("Allow").waitFor();
    const reached: string[] = [];
    for (const _ of ["another account", "allow", "deny"]) {
      await page.keyboard.press("Tab");
      reached.push((await page.locator(":focus").textContent()) ?? "");
    }
    expect(reached).toEqual(["Sign out to use another account", "Allow", "Deny"]);
  });

  it("run nothing, ask nobody else, and keep to their policy", async () => {
    await signIn();
    await button("Allow").click();
    await landed();
    const { origin } = new URL(cloud().baseUrl);
    const elsewhere = opened.requests.filter(
      ({ url }) => !url.startsWith(origin) && !url.startsWith("data:"),
    );
    expect(new Set(elsewhere.map(({ url }) => url.split("?")[0]))).toEqual(new Set([REDIRECT_URI]));
    expect(opened.complaints).toEqual([]);
  });
});
