import { beforeAll, describe, expect, it } from "vitest";
import { type OpenedPage, useBrowser } from "#test/support/browser.ts";
import { book, makeEventType, makeSomebody, type Somebody } from "#test/support/builders.ts";
import { useCloud } from "#test/support/cloud.ts";

const cloud = useCloud();
const openPage = useBrowser();
const TITLE = "Shown by the docs page";

describe("the docs page", () => {
  let host: Somebody;
  let opened: OpenedPage;

  beforeAll(async () => {
    host = await makeSomebody();
    const eventType = await makeEventType(host.caller);
    await book(host.caller, eventType, { start: "2031-03-03T09:00:00Z", title: TITLE });
    opened = await openPage();
    await opened.page.goto(`${cloud().baseUrl}/docs#tag/bookings/GET/bookings`);
  });

  it("shows the operations of the API", async () => {
    const { page } = opened;
    await page.getByRole("heading", { name: "Almanac" }).waitFor();
    await page.getByRole("button", { name: /Test Request.*\(get \/bookings\)/ }).waitFor();
    expect(await page.title()).toContain("Almanac");
  });

  it("sends a request with a key and shows the answer", async () => {
    const { page, requests } = opened;
    await page.getByPlaceholder("Token").fill(host.key);
    await page.getByRole("button", { name: /Test Request.*\(get \/bookings\)/ }).click();
    const answering = page.waitForResponse((response) => response.url().includes("/bookings"));
    await page.getByRole("button", { name: /Send/ }).first().click();
    const answer = await answering;
    expect([answer.status(), requests.at(-1)]).toEqual([
      200,
      { method: "GET", url: `${cloud().baseUrl}/bookings` },
    ]);
    await page.getByText("200 OK").waitFor();
    await page.getByText(TITLE).first().waitFor();
  });

  it("asks nobody but its own server, and keeps to its policy", async () => {
    const { requests, complaints, page } = opened;
    const { origin } = new URL(cloud().baseUrl);
    const elsewhere = requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith("data:"));
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(host.key);
  });
});
