import { expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { calendarOf } from "#test/lib/calendar/external/calendars.ts";
import { EVENT, makeHostWithFeed, makeOld } from "#test/support/builders/feed-host.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";

const cloud = useSharedCloud();
const consumers = (await loadRegistry()).consumers.filter(({ spec }) => spec.id === "calendars.check");
const PATIENCE = { timeout: 60_000, interval: 50 };

it("an event that is deleted from a calendar opens its slots after they are listed", async () => {
  const stub = await startCalendarStub(EVENT);
  const { caller, calendarId, slots } = await makeHostWithFeed(cloud().baseUrl, `${stub.url}/feed.ics`);
  expect(await slots()).toBe(1);
  stub.text = calendarOf();
  await makeOld(caller, calendarId);
  await expect.poll(slots, PATIENCE).toBe(2);
  stub.text = EVENT;
  await makeOld(caller, calendarId);
  await expect.poll(slots, PATIENCE).toBe(1);
});

it.each(consumers.map(({ spec }) => [spec.id, spec] as const))(
  "the functions that check calendars use all their permissions, are denied nothing and do not crash: %s",
  async (id, spec) => {
    // A look less than a minute after a check sets a timer.
    const { slots } = await makeHostWithFeed(
      cloud().baseUrl,
      `${(await startCalendarStub(EVENT)).url}/feed.ics`,
    );
    await slots();
    const readDenied = () => deniedCalls(cloud().usage(), id);
    await expect.poll(() => unusedPermissions(cloud().usage(), spec), PATIENCE).toEqual([]);
    expect(readDenied()).toEqual([]);
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  },
);
