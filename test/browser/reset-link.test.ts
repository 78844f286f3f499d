import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { type OpenedPage, useBrowser } from "#test/support/pages/browser.ts";
import { makePerson } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const openPage = useBrowser();
const PASSWORD = "a new password, longer";

let person: Account;
let url: string;

beforeEach(async () => {
  person = await makePerson({ name: "Alice Archer", password: undefined });
  ({ url } = await createResetLink(OPERATOR, person.id, cloud().baseUrl));
});

const focused = (page: Page) =>
  page.locator(":focus").evaluate((element) => element.id || element.textContent);

/** Saves a screenshot in the folder `SCREENSHOTS`, if it is set. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

describe.each([1280, 390])("a reset link in a browser of %i px", (width) => {
  describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
    let opened: OpenedPage;
    let page: Page;
    beforeEach(async () => {
      opened = await openPage({ viewport: { width, height: 800 }, colorScheme });
      ({ page } = opened);
    });
    const name = (state: string) => `${state}-${colorScheme}-${width}`;

    it("sets a new password with the keyboard alone, after a mistake", async () => {
      await page.goto(url);
      await saveScreenshot(page, name("reset"));
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Set a new password");
      const focusOrder = [await focused(page)];
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Tab");
      focusOrder.push(await focused(page));
      await page.keyboard.type(`${PASSWORD}.`);
      await page.keyboard.press("Tab");
      focusOrder.push(await focused(page));
      expect(focusOrder).toEqual(["password", "repeated", "Set password"]);
      await page.keyboard.press("Enter");
      expect(await page.getByRole("alert").textContent()).toContain("differ");
      await saveScreenshot(page, name("different"));
      expect(await focused(page)).toBe("password");
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Tab");
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your password was changed" }).waitFor();
      await saveScreenshot(page, name("changed"));
      expect(page.url()).toBe(`${cloud().baseUrl}/account/reset?changed=1`);
      await page.goto(url);
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
      await saveScreenshot(page, name("used"));
    });

    it("fits into the width, runs no scripts, and loads nothing from other origins", async () => {
      await page.goto(url);
      const scrollWidth = await page.evaluate("document.documentElement.scrollWidth");
      expect(scrollWidth).toBeLessThanOrEqual(width);
      const { origin } = new URL(url);
      expect(
        opened.requests.filter(
          (request) => !request.url.startsWith(origin) && !request.url.startsWith("data:"),
        ),
      ).toEqual([]);
      expect(opened.complaints).toEqual([]);
    });
  });
});

it("a double click sets the password once and shows that it was changed", async () => {
  const { page } = await openPage();
  await page.goto(url);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat the new password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).dblclick();
  await page.getByRole("heading", { name: "Your password was changed" }).waitFor();
});

it("the browser itself rejects a short password", async () => {
  const { page } = await openPage();
  await page.goto(url);
  await page.locator(":focus").waitFor();
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  expect(
    await page.getByLabel("New password", { exact: true }).evaluate((field) => field.matches(":invalid")),
  ).toBe(true);
  expect(page.url()).toBe(url);
});
