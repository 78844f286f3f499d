import { describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { closeAccount } from "#lib/operations/privacy/close-account.ts";
import { setClock } from "#lib/platform/clock.ts";
import { makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { bookingLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { changeEventType, DONE, expectCounted, LIMITED, readCounters, startsOfSlots } from "./limited.ts";

useLocalTable();
const passTime = (milliseconds: number): void => {
  const at = Date.now() + milliseconds;
  setClock(() => at);
};

const at = (time: string, day = "2031-03-04") => `${day}T${time}:00.000Z`;
const HOST = 1_234_567;
const TYPE = 3_456_789;
const FIRST = 2_000_000;

it("imported bookings all count, unless they have ended or are cancelled", async () => {
  const line = (id: number, start: string, more = {}) =>
    bookingLine({ userId: HOST, eventTypeId: TYPE, id: FIRST + id, start: Date.parse(start) }, more);
  const { rejectedLines } = await importLines([
    userLine(HOST),
    eventTypeLine(TYPE, HOST, { bookingLimits: { PER_DAY: 2 } }),
    ...["09:00", "10:00", "11:00"].map((time, id) => line(id, at(time))),
    line(3, at("09:00", "2020-03-04")),
    line(4, at("09:00", "2031-03-05"), { status: "CANCELLED" }),
  ]);
  expect(rejectedLines).toEqual([]);
  const host: Caller = { userId: HOST, role: "USER", scopes: "all", credentialId: "key" };
  expect(Object.values(await readCounters(TYPE)).map(([count]) => count)).toEqual([3]);
  expect(await create(host, TYPE, { start: at("15:00") })).toEqual(LIMITED);
  expect(await create(host, TYPE, { start: at("15:00", "2031-03-05") })).toEqual(DONE);
  expect(Object.values(await readCounters(TYPE)).map(([count]) => count)).toEqual([3, 1]);
});

it("closing an account removes its bookings from the counters", async () => {
  const host = await makeHost();
  const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 2 } });
  expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
  await closeAccount(OPERATOR, host.userId);
  const counters = (await scanTable()).filter(
    ({ entity, eventTypeId }) => entity === "booking-counter" && eventTypeId === id,
  );
  expect(counters).toEqual([expect.objectContaining({ bookings: 0, minutes: 0 })]);
});

describe("counters", () => {
  it("have no personal data, and expire", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 2 } });
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    const counter = (await scanTable()).find(
      ({ entity, eventTypeId }) => entity === "booking-counter" && eventTypeId === id,
    );
    expect(Object.keys(counter ?? {}).toSorted()).toEqual(
      [
        "bookings",
        "counters",
        "entity",
        "eventTypeId",
        "kind",
        "minutes",
        "pk",
        "sk",
        "start",
        "ttl",
      ].toSorted(),
    );
    expect(Number(counter?.["ttl"])).toBeGreaterThan(Date.parse("2032-03-04") / 1_000);
    await expectCounted(host.userId, id);
  });

  it("are not written for event types without limits, nor are their bookings changed", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    const { json } = await create(host, id, { start: at("09:00") });
    const items = await scanTable();
    expect(
      items.filter(({ entity, eventTypeId }) => entity === "booking-counter" && eventTypeId === id),
    ).toEqual([]);
    expect(
      items.find((item) => item["id"] === json["id"] && item["entity"] === "booking"),
    ).not.toHaveProperty("countedIn");
  });
});

describe("slots", () => {
  it("are not on full days and in full weeks, for each length", async () => {
    const host = await makeHost();
    const hours = [{ days: [1, 2, 3, 4, 5], startTime: "09:00", endTime: "11:00" }];
    await makeSchedule(host, { timeZone: "UTC", availability: hours });
    const { id } = await makeEventType(host, {
      ...{ length: 60, lengths: [30], slotInterval: 60 },
      ...{ bookingLimits: { PER_WEEK: 3 }, durationLimits: { PER_DAY: 90 } },
    });
    // A Monday.
    expect(await create(host, id, { start: at("09:00", "2031-03-03") })).toEqual(DONE);
    const week = { from: "2031-03-03", to: "2031-03-06" };
    expect(await startsOfSlots(host, id, week)).toEqual([
      ...[at("09:00"), at("10:00"), at("09:00", "2031-03-05"), at("10:00", "2031-03-05")],
    ]);
    expect(await startsOfSlots(host, id, { ...week, duration: "30" })).toContain(at("10:00", "2031-03-03"));
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    const third = await create(host, id, { start: at("09:00", "2031-03-05") });
    expect(await startsOfSlots(host, id, { from: "2031-03-03", to: "2031-03-11" })).toEqual([
      ...[at("09:00", "2031-03-10"), at("10:00", "2031-03-10")],
    ]);
    const rescheduleUid = String(third.json["uid"]);
    expect(await startsOfSlots(host, id, { ...week, rescheduleUid })).toEqual([
      ...[at("09:00", "2031-03-05"), at("10:00", "2031-03-05")],
    ]);
  });

  it("are not on full days if a booking of another event type, with counters of its own, is rescheduled", async () => {
    const host = await makeHost();
    const limited = { bookingLimits: { PER_DAY: 1 } };
    const { id } = await makeEventType(host, limited);
    const { id: otherId } = await makeEventType(host, limited);
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    const { json } = await create(host, otherId, { start: at("11:00") });
    const rescheduleUid = String(json["uid"]);
    expect(await create(host, id, { start: at("12:00"), rescheduleUid })).toEqual(LIMITED);
    const range = { from: at("12:00"), to: at("14:00") };
    expect(await startsOfSlots(host, id, { ...range, rescheduleUid })).toEqual([]);
    expect(await startsOfSlots(host, otherId, { ...range, rescheduleUid })).toContain(at("12:00"));
  });

  it("follow new limits, which count earlier bookings", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 1 } });
    passTime(6_000);
    // The 4th of March in Zurich.
    expect(await startsOfSlots(host, id, { from: "2031-03-04", to: at("23:00") })).toEqual([]);
  });
});
