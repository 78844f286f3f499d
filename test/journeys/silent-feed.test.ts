import { expect, it } from "vitest";
import { calendarOf } from "#test/lib/calendar/external/calendars.ts";
import { EVENT, makeHostWithFeed, makeOld } from "#test/support/builders/feed-host.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";

const cloud = useSharedCloud();
const PATIENCE = { timeout: 60_000, interval: 50 };

it("a feed that never responds fails within 30 seconds, while other calendars are checked", async () => {
  const [silent, other] = [await startCalendarStub(EVENT), await startCalendarStub(EVENT)];
  const attacker = await makeHostWithFeed(cloud().baseUrl, `${silent.url}/feed.ics`);
  const host = await makeHostWithFeed(cloud().baseUrl, `${other.url}/feed.ics`);
  const status = async () => {
    const { json } = await attacker.call("GET", `/calendars/${attacker.calendarId}`);
    return Object(json["calendar"]).status;
  };
  silent.isReady = new Promise(() => {});
  await makeOld(attacker.caller, attacker.calendarId);
  await attacker.slots();
  await expect.poll(() => silent.received.length, PATIENCE).toBe(2);
  const startedAt = Date.now();
  other.text = calendarOf();
  await makeOld(host.caller, host.calendarId);
  await expect.poll(host.slots, PATIENCE).toBe(2);
  expect(await status()).toBe("ok");
  await expect.poll(status, PATIENCE).toBe("failing");
  expect(Date.now() - startedAt).toBeLessThan(30_000);
});
