import { describe, expect, it, vi } from "vitest";
import {
  at,
  MORNING,
  makeHostWithEventType,
  requestSlots,
  timesOf,
} from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, connectPushed } from "#test/support/builders/calendars.ts";
import { at as atHour, makeCollective } from "#test/support/builders/several-hosts.ts";
import { useCalendarChecks } from "#test/support/cloud/calendar-queue.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";
import { calendarOf, eventAt } from "./calendars.ts";
import { ACCOUNT, ALL, busyAt, FEED, makeConnected, NOTHING } from "./connected-calendar.ts";

const { clock, aws, pass, runAllChecks, lines } = useCalendarChecks();

describe.each([
  ["a feed", FEED],
  ["an account", ACCOUNT],
])("the calendar of %s", (_, type) => {
  it("is read every 15 minutes without a request of its host, and follows its changes", async () => {
    const { stub, openTimes, reads } = await makeConnected(busyAt("09:30"), type);
    await pass(13);
    expect(reads()).toBe(0);
    stub.text = busyAt("10:00");
    await pass(3);
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:30"].map(at));
    stub.text = NOTHING;
    await pass(15);
    expect(await openTimes()).toEqual(ALL);
  });

  it("that has not changed is one request to its server, and one write", async () => {
    const { host, eventTypeId, reads } = await makeConnected(busyAt("09:30"), type);
    clock.advance(61);
    await requestSlots(host, { ...MORNING, eventTypeId });
    const writes: string[] = [];
    interceptInTest(async ({ command, send }) => {
      const { name } = command.constructor;
      if (/Write|Put|Update|Delete/.test(name)) writes.push(name);
      return send();
    });
    await runAllChecks();
    expect(reads()).toBe(1);
    expect(writes).toEqual(["PutCommand"]);
  });

  it("is read again once its slots are listed: they follow with the next list", async () => {
    const { stub, openTimes, reads } = await makeConnected(busyAt("09:30"), type);
    stub.text = NOTHING;
    clock.advance(61);
    expect(await openTimes()).toHaveLength(3);
    await runAllChecks();
    expect(await openTimes()).toEqual(ALL);
    const before = reads();
    await runAllChecks();
    expect(reads()).toBe(before);
  });
});

describe("listing slots", () => {
  it("reads a calendar once in a minute, however many list them", async () => {
    const { host, eventTypeId, reads, openTimes } = await makeConnected(busyAt("09:30"));
    clock.advance(61);
    await Promise.all([openTimes(), openTimes(), requestSlots(host, { ...MORNING, eventTypeId })]);
    await Promise.all([runAllChecks(), runAllChecks()]);
    expect(reads()).toBe(1);
    for (let second = 0; second < 40; second += 4) {
      clock.advance(4);
      await openTimes();
      await runAllChecks();
    }
    expect(reads()).toBe(1);
  });

  it("less than a minute after a check reads the calendar when the minute is over", async () => {
    const { stub, reads, openTimes } = await makeConnected(busyAt("09:30"));
    clock.advance(20);
    stub.text = NOTHING;
    await openTimes();
    await runAllChecks();
    expect(reads()).toBe(0);
    await pass(1);
    expect(reads()).toBe(1);
    expect(await openTimes()).toEqual(ALL);
  });

  it("reads it once although two instances of the function requested it", async () => {
    const { calendarId, host, reads } = await makeConnected(busyAt("09:30"));
    clock.advance(61);
    const message = {
      body: JSON.stringify({ userId: host.userId, calendarId }),
      groupId: String(host.userId),
    };
    for (const deduplicationId of ["one", "two"])
      await aws().queues.send("calendars.fifo", { ...message, deduplicationId });
    expect(await runAllChecks()).toBe(2);
    expect(reads()).toBe(1);
  });

  it("requests nothing for hosts without calendars of other servers, and of calendars that don't count", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    await connectPushed(host);
    const { update, openTimes } = await makeConnected(busyAt("09:30"), ACCOUNT);
    await update({ countsAsBusy: false });
    clock.advance(61);
    await timesOf(host, { eventTypeId });
    await openTimes();
    expect(await runAllChecks()).toBe(0);
  });

  it("reads the calendars of all hosts", async () => {
    const { hosts, eventType } = await makeCollective(2);
    const stubs = await Promise.all(
      hosts.map(async (host) => {
        const stub = await startCalendarStub(NOTHING);
        await connect(host, { type: "ics", url: `${stub.url}/feed.ics` });
        return stub;
      }),
    );
    clock.advance(61);
    const query = { eventTypeId: eventType.id, startTime: atHour(0), endTime: atHour(23) };
    expect(await requestSlots(hosts[0], query)).toMatchObject({ status: 200 });
    expect(await runAllChecks()).toBe(2);
    expect(stubs.map(({ received }) => received.length)).toEqual([2, 2]);
  });

  it("does not depend on the queue, but logs that it failed", async () => {
    const { openTimes } = await makeConnected(busyAt("09:30"));
    vi.stubEnv("CALENDARS_QUEUE_URL", "http://127.0.0.1:1/000000000000/calendars.fifo");
    clock.advance(61);
    expect(await openTimes()).toHaveLength(3);
    expect(lines()).toContainEqual({ level: "warn", event: "calendar checks not requested", calendars: 1 });
  });
});

describe("a check that meets another change", () => {
  /** A connected calendar whose check waits for the response of its server. */
  async function makeWaiting(type: typeof FEED | typeof ACCOUNT) {
    const made = await makeConnected(busyAt("09:30"), type);
    const { stub } = made;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.advance(61);
    await made.openTimes();
    stub.isReady = promise;
    const checks = runAllChecks();
    await vi.waitFor(() => expect(stub.received.length).toBeGreaterThan(0));
    stub.isReady = undefined;
    const finish = async () => {
      resolve();
      await checks;
    };
    return { ...made, finish };
  }

  it("does nothing for a calendar that was deleted", async () => {
    const { stub, disconnect, finish, openTimes } = await makeWaiting(FEED);
    stub.text = busyAt("10:00");
    expect(await disconnect()).toMatchObject({ status: 200 });
    await finish();
    clock.advance(6);
    expect(await openTimes()).toEqual(ALL);
    expect(lines().filter(({ event }) => event === "message failed")).toEqual([]);
  });

  it("does not reject a password that was changed while it ran", async () => {
    const { stub, updateConnection, finish, getCalendar, events } = await makeWaiting(ACCOUNT);
    stub.password = "changed";
    expect(await updateConnection({ password: "changed" })).toMatchObject({ status: 200 });
    await finish();
    expect(await getCalendar()).toMatchObject({ status: "ok", error: null });
    expect(await events()).toEqual([]);
  });

  it("stores nothing if the meaning of tentative events was changed while it ran", async () => {
    const { stub, update, finish, openTimes } = await makeWaiting(FEED);
    stub.text = calendarOf(eventAt("DTSTART:20310304T093000Z", "DURATION:PT30M", "STATUS:TENTATIVE"));
    expect(await update({ tentative: "free" })).toMatchObject({ status: 200 });
    await finish();
    clock.advance(6);
    expect(await openTimes()).toEqual(ALL);
  });

  it("keeps a setting that was changed while it ran", async () => {
    const { stub, update, finish, openTimes, getCalendar } = await makeWaiting(FEED);
    await update({ countsAsBusy: false, whenUnreachable: "ignore" });
    stub.text = busyAt("10:00");
    await finish();
    clock.advance(6);
    expect(await getCalendar()).toMatchObject({ countsAsBusy: false, whenUnreachable: "ignore" });
    expect(await openTimes()).toEqual(ALL);
    await pass(20);
    expect(await runAllChecks()).toBe(0);
  });
});

describe("a function that stops", () => {
  it("after it stored busy times closes slots after the next sweeps", async () => {
    const { stub, openTimes } = await makeConnected(NOTHING);
    stub.text = busyAt("09:30");
    clock.advance(61);
    await openTimes();
    await stopAfterWrites(1, runAllChecks);
    expect(await openTimes()).toEqual(ALL);
    await pass(4);
    expect(await openTimes()).toEqual(["09:00", "10:00", "10:30"].map(at));
  });

  it("five times marks the calendar as failing, and it is tried again later", async () => {
    const { host, calendarId, getCalendar, reads } = await makeConnected(busyAt("09:30"));
    clock.advance(61);
    const body = JSON.stringify({ userId: host.userId, calendarId });
    await aws().queues.send("calendars.fifo", { body, groupId: "poison", deduplicationId: "1" });
    for (let receive = 1; receive <= 4; receive += 1) {
      await aws().queues.receive("calendars.fifo", { maxMessages: 1, visibilitySeconds: 30 });
      clock.advance(31);
    }
    await runAllChecks();
    expect(reads()).toBe(0);
    expect(await getCalendar()).toMatchObject({ status: "failing", error: "calendar_invalid" });
    await pass(2);
    expect(await getCalendar()).toMatchObject({ status: "ok" });
  });
});
