import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { liveGrants } from "#lib/identity/credentials/live-credentials.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarOf, eventOf } from "#test/lib/calendar/external/calendars.ts";
import {
  fillAccount,
  grantAccess,
  makeApiKey,
  makeOwner,
  type Owner,
} from "#test/support/builders/account.ts";
import { makeSchedule } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { type OpenedPage, useBrowser } from "#test/support/pages/browser.ts";
import { PASSWORD } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const openPage = useBrowser();

const LOOKS = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

let owner: Owner;
let opened: OpenedPage;
let page: Page;

beforeEach(async () => {
  owner = await makeOwner({ name: "Alice Archer", timeZone: "Europe/Zurich" });
  opened = await openPage({ viewport: { width: 1280, height: 900 } });
  ({ page } = opened);
});

const openAccount = () => page.goto(`${cloud().baseUrl}/account`);
const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

async function signIn(): Promise<void> {
  await openAccount();
  await page.getByLabel("Email address").fill(owner.person.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await heading("Your account");
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const label = (await focused.getAttribute("aria-label")) ?? (await focused.textContent()) ?? "";
    if (label.trim() === name || (await page.getByLabel(name, { exact: true }).and(focused).count()) === 1)
      return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Saves a screenshot in the folder `SCREENSHOTS`, if it is set. */
async function saveScreenshot(name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** The value of a property of an element's computed style. */
const styleOf = (element: Locator, property: string): Promise<string | undefined> =>
  element.evaluate(
    (found, name) => found.ownerDocument.defaultView?.getComputedStyle(found).getPropertyValue(name),
    property,
  );

/** The number of pixels by which the page is wider than the window. */
const overflow = () => page.evaluate("document.documentElement.scrollWidth - window.innerWidth");

describe("the account page in a browser", () => {
  it("can be used with the keyboard alone, from signing in to signing out everywhere", async () => {
    await fillAccount(owner);
    await openAccount();
    await page.locator(":focus").waitFor();
    await page.keyboard.type(owner.person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await heading("Your account");
    await tabTo("Revoke access of Room planner");
    expect(await styleOf(page.locator(":focus"), "outline-style")).toBe("solid");
    await page.keyboard.press("Enter");
    await page.getByText("Room planner no longer has access to your account.").waitFor();
    expect(await liveGrants(owner.person.id)).toHaveLength(1);
    await tabTo("Name");
    await page.keyboard.type("From the keyboard");
    await page.keyboard.press("Enter");
    await heading("API key created");
    await page.getByLabel("Your API key").and(page.locator(":focus")).waitFor();
    expect(await page.getByLabel("Your API key").textContent()).toMatch(/^sk_[\w-]{43}$/);
    await tabTo("Done");
    await page.keyboard.press("Enter");
    await heading("Your account");
    await tabTo("Sign out everywhere");
    await page.keyboard.press("Enter");
    await page.getByText("You are signed out in every browser.").waitFor();
    await heading("Sign in");
    expect(opened.complaints).toEqual([]);
  });

  it("sends no form again on a reload after a wrong password or a revocation", async () => {
    await grantAccess(owner, "Room planner");
    await openAccount();
    await page.getByLabel("Email address").fill(owner.person.email);
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    const reload = async (): Promise<string[]> => {
      const before = opened.requests.length;
      await page.reload();
      return opened.requests.slice(before).map(({ method }) => method);
    };
    expect(await reload()).toEqual(["GET"]);
    await heading("Sign in");
    await signIn();
    await page.getByRole("button", { name: "Revoke access of Room planner" }).click();
    await page.getByText("Room planner no longer has access").waitFor();
    expect(await reload()).toEqual(["GET"]);
    expect(await page.getByText("Room planner").count()).toBe(0);
  });

  it("creates one API key, also if its form is sent again by a reload", async () => {
    await signIn();
    await page.getByLabel("Name", { exact: true }).fill("Report");
    await page.getByRole("button", { name: "Create API key" }).click();
    const key = (await page.getByLabel("Your API key").textContent()) ?? "";
    await page.reload();
    expect(await page.getByLabel("Your API key").textContent()).toBe(key);
    await page.getByRole("link", { name: "Done" }).click();
    expect(await page.getByText(key).count()).toBe(0);
    expect(await listApiKeys(OPERATOR, owner.person.id)).toHaveLength(1);
  });

  it("shows a new API key so that a click or select all selects the key alone, in a note that is no error", async () => {
    await signIn();
    const heights = await page
      .locator("#name, #expires")
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
    await page.getByLabel("Name", { exact: true }).fill("Report");
    await page.getByRole("button", { name: "Create API key" }).click();
    const shown = page.getByLabel("Your API key");
    const key = (await shown.textContent()) ?? "";
    const selected = () => page.evaluate("String(getSelection()).trim()");
    await shown.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Control+a");
    expect(await selected()).toBe(key);
    await page.evaluate("getSelection().empty()");
    await shown.click();
    expect(await selected()).toBe(key);
    expect(await page.locator(".alert").count()).toBe(0);
    await page.getByText("Copy the key now.").waitFor();
  });

  it("changes the password, and stays signed in", async () => {
    await signIn();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("another password");
    await page.getByLabel("New password again").fill("another password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password is changed.").waitFor();
    await heading("Your account");
  });

  it("connects an account, shows that its password is rejected, and takes a new one", async () => {
    const stub = await startCalendarStub(calendarOf(eventOf()));
    await signIn();
    await page.getByText("An account, such as iCloud").click();
    await page.getByLabel("Address of the server").fill(`${stub.url}/`);
    await page.getByLabel("User name").fill("ann");
    await page.getByLabel("App password", { exact: true }).fill(stub.password);
    await page.getByRole("button", { name: "Connect calendar" }).first().click();
    await page.getByText("The calendar work is connected.").waitFor();
    for (const before of await queryAll(CalendarItem, { userId: owner.person.id }))
      await writeOne(replace(CalendarItem, before, { ...before, lastCheckedAt: null }));
    stub.password = "another";
    await page.getByRole("button", { name: "Check work now" }).click();
    await page.getByRole("alert").getByText("rejected the credentials").waitFor();
    await saveScreenshot("calendar-rejected");
    await page.getByLabel("New app password").fill("another");
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("ann (127.0.0.1) was read.").waitFor();
    await page.getByRole("button", { name: "Write bookings to work" }).click();
    await page.getByText("Bookings are written to work.").waitFor();
    for (const label of await page.locator("summary").all()) await label.click();
    expect(await overflow()).toBe(0);
    await saveScreenshot("calendar-forms");
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await overflow()).toBe(0);
    await saveScreenshot("calendar-forms-390");
    await page.getByRole("button", { name: "Disconnect ann (127.0.0.1)" }).click();
    await page.getByText("Disconnected: work.").waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it.each(LOOKS)("fits the window with long and hostile names: %j", async ({ width, colorScheme }) => {
    await fillAccount(owner);
    const long = "Averyveryverylongnamewithoutanyspaces".repeat(5);
    await grantAccess(owner, long.slice(0, 90), "READ_BOOKING READ_WEBHOOK WRITE_WEBHOOK");
    await makeApiKey(owner, `<img src=x onerror=alert(1)>${long.slice(0, 150)}`);
    await makeSchedule(owner.caller, { name: long.slice(0, 100) });
    await makeWebhook(owner.caller, { subscriberUrl: `https://example.com/${long}` });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await openAccount();
    await saveScreenshot(`sign-in-${colorScheme}-${width}`);
    await signIn();
    expect(await overflow()).toBe(0);
    await saveScreenshot(`account-${colorScheme}-${width}`);
    await page.getByLabel("Name", { exact: true }).fill("Report");
    await page.getByRole("button", { name: "Create API key" }).click();
    await heading("API key created");
    expect(await overflow()).toBe(0);
    await saveScreenshot(`api-key-${colorScheme}-${width}`);
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke API key Report" }).click();
    await page.getByRole("status").waitFor();
    await page.getByText("Revoke access of all applications").click();
    await saveScreenshot(`notice-${colorScheme}-${width}`);
    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password", { exact: true }).fill("another password");
    await page.getByLabel("New password again").fill("another password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await saveScreenshot(`problem-${colorScheme}-${width}`);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await heading("Sign in");
    await saveScreenshot(`signed-out-${colorScheme}-${width}`);
    expect(opened.complaints).toEqual([]);
  });

  it("shows rows as cards on narrow screens, which are still a table for screen readers", async () => {
    await fillAccount(owner);
    await signIn();
    const row = page.getByRole("row").filter({ hasText: "Room planner" });
    const cell = row.getByRole("cell").first();
    expect(await styleOf(cell, "display")).toBe("table-cell");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await styleOf(cell, "display")).toBe("grid");
    expect(await page.getByRole("table", { name: "Applications with access" }).count()).toBe(1);
    expect(await page.getByRole("columnheader", { name: "Last used" }).count()).toBe(2);
  });
});
