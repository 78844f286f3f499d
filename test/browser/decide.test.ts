import { join } from "node:path";
import { expect, it } from "vitest";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { createDecideToken } from "#lib/mail/decide/links.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { useBrowser } from "#test/support/pages/browser.ts";

const cloud = useSharedCloud();
const openPage = useBrowser();

const LOOKS = [1280, 375].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function makeRequest(): Promise<{ booking: StoredBooking; url: string }> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { requiresConfirmation: true });
  const booking = await book(host, eventType, { start: "2099-03-04T09:00:00Z" });
  return { booking, url: `${cloud().baseUrl}/decide/${await createDecideToken(booking)}` };
}
const statusOf = async (booking: StoredBooking) => (await findItem(BookingItem, booking))?.status;

it.each(LOOKS)("a host decides with a link, in $colorScheme at $width px", async ({ width, colorScheme }) => {
  const { page, requests, complaints } = await openPage({ viewport: { width, height: 800 }, colorScheme });
  const saveScreenshot = async (name: string): Promise<void> => {
    const folder = process.env["SCREENSHOTS"];
    const path = join(folder ?? "", `decide-${name}-${width}-${colorScheme}.png`);
    if (folder !== undefined) await page.screenshot({ path, fullPage: true });
  };
  const [accepted, rejected] = [await makeRequest(), await makeRequest()];

  await page.goto(`${accepted.url}/accept`);
  await saveScreenshot("accept");
  expect(await statusOf(accepted.booking)).toBe("PENDING");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "This booking is accepted" }).waitFor();
  await saveScreenshot("accepted");
  await page.reload();
  expect(await statusOf(accepted.booking)).toBe("ACCEPTED");

  await page.goto(`${rejected.url}/reject`);
  await page.getByLabel("Reason").fill("I am away <that> week.");
  await saveScreenshot("reject");
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("I am away <that> week.").waitFor();
  await saveScreenshot("rejected");
  expect(await statusOf(rejected.booking)).toBe("REJECTED");

  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
  const { origin } = new URL(accepted.url);
  const foreign = requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith("data:"));
  expect([foreign, complaints]).toEqual([[], []]);
});
