import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { demoFile, prepareDemo } from "#infra/local/demo.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";
import { type OpenedPage, useBrowser } from "#test/support/pages/browser.ts";

const directory = mkdtempSync(join(tmpdir(), "almanac-docs-page-"));
const cloud = useCloud({ directory, environment: { DEMO_FILE: demoFile(directory) } });
const openPage = useBrowser();
const TITLE = "An hour with Alice between Alice Archer and Pat Payer";
const LIST_BOOKINGS = "/docs#tag/bookings/GET/bookings";
const GROUPS = z.array(z.object({ name: z.string() })).parse(API_DOCUMENT["tags"]);

let demoKey: string;
beforeAll(async () => {
  const demo = await prepareDemo(cloud(), directory);
  demoKey = demo?.users.alice.apiKey ?? "";
});

describe("the docs page", () => {
  let opened: OpenedPage;

  beforeAll(async () => {
    opened = await openPage();
    await opened.page.goto(`${cloud().baseUrl}${LIST_BOOKINGS}`);
  });

  it("shows the operations of the API", async () => {
    const { page } = opened;
    await page.getByRole("heading", { name: "Almanac" }).waitFor();
    await page.getByRole("button", { name: /Test Request.*\(get \/bookings\)/ }).waitFor();
    expect(await page.title()).toContain("Almanac");
  });

  it("lists the groups of operations in the order of the document", async () => {
    const names = GROUPS.map(({ name }) => name);
    const lines = (await opened.page.locator("aside, nav").first().innerText()).split("\n");
    expect(lines.filter((line) => names.includes(line))).toEqual(names);
  });

  it("sends a request with the demo key and shows the answer", async () => {
    const { page, requests } = opened;
    await page.getByRole("button", { name: /Test Request.*\(get \/bookings\)/ }).click();
    const response = page.waitForResponse((response) => response.url().includes("/bookings"));
    await page.getByRole("button", { name: /Send/ }).first().click();
    const answer = await response;
    expect([answer.status(), requests.at(-1)]).toEqual([
      200,
      { method: "GET", url: `${cloud().baseUrl}/bookings` },
    ]);
    await page.getByText("200 OK").waitFor();
    await page.getByText(TITLE).first().waitFor();
  });

  it("sends no requests to other origins, and follows its policy", async () => {
    const { requests, complaints, page } = opened;
    const { origin } = new URL(cloud().baseUrl);
    const elsewhere = requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith("data:"));
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(demoKey);
  });
});

describe.each(["light", "dark"] as const)("in a %s window", (colorScheme) => {
  const widths = [1280, 390];

  /** Expects that the page is not wider than a window of any width. */
  async function expectToFit(page: Page): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"), {
          message: `${width} px`,
          timeout: 30_000,
        })
        .toBe(0);
    }
  }

  it("the root of the API leads to the docs page, which fits the window and reports no errors", async () => {
    const { page, complaints } = await openPage({ colorScheme });
    await page.goto(new URL("/", cloud().baseUrl).href);
    expect(page.url()).toBe(`${cloud().baseUrl}/docs`);
    await page.getByRole("heading", { name: "Quickstart" }).waitFor();
    expect(await page.locator("body").getAttribute("class")).toContain(`${colorScheme}-mode`);
    await expectToFit(page);
    await page.goto(`${cloud().baseUrl}${LIST_BOOKINGS}`);
    await page.getByRole("heading", { name: "List bookings" }).waitFor();
    await expectToFit(page);
    expect(complaints).toEqual([]);
  });
});
