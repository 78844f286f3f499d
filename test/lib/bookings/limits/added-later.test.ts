import { beforeEach, describe, expect, it } from "vitest";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { ScheduleUpdate } from "#lib/calendar/schedules/input.ts";
import { updateSchedule } from "#lib/calendar/schedules/update.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ALL_HOURS, makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { cancel, change, create } from "#test/support/calls/booking-calls.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import {
  changeEventType,
  DONE,
  expectCounted,
  idOf,
  LIMITED,
  readCounters,
  removeFromCounters,
  startsOfSlots,
} from "./limited.ts";

useLocalTable();
/** A Monday. */
const MONDAY = "2031-03-03";
let clock = 0;
const wait = (seconds: number): void => {
  clock += seconds * 1_000;
};
beforeEach(() => {
  clock = Date.parse("2031-03-03T08:00:00Z");
  setClock(() => clock);
});

const at = (time: string, day = "2031-03-04") => `${day}T${time}:00.000Z`;

async function makeHostWithHours(timeZone = "UTC") {
  const host = await makeHost();
  const schedule = await makeSchedule(host, { timeZone, availability: ALL_HOURS });
  return { host, schedule };
}

/** Creates an event type without limits, whose host has bookings of it and of another one. */
async function makeBookings(starts: readonly string[], more: Record<string, unknown> = {}) {
  const { host } = await makeHostWithHours();
  const { id } = await makeEventType(host, more);
  const other = await makeEventType(host);
  expect(await create(host, other.id, { start: at("20:00") })).toEqual(DONE);
  const bookings = [];
  for (const start of starts) bookings.push(idOf(await create(host, id, { start })));
  return { host, id, bookings };
}

describe("an event type that gets limits later", () => {
  it.each([{}, { seatsPerTimeSlot: 3 }])("counts the bookings that it has: %j", async (more) => {
    const { host, id, bookings } = await makeBookings([at("09:00"), at("10:00"), at("09:00", MONDAY)], more);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 2, PER_WEEK: 4 } });
    wait(6);
    const day = { from: "2031-03-04", to: "2031-03-05" };
    expect(await startsOfSlots(host, id, day)).toEqual([]);
    expect(await create(host, id, { start: at("11:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
    expect(await readCounters(id)).toEqual({
      "PER_DAY/2031-03-03": [1, 30],
      "PER_DAY/2031-03-04": [2, 60],
      "PER_WEEK/2031-03-03": [3, 90],
    });
    expect(await startsOfSlots(host, id, day)).toEqual([]);
    await cancel(host, bookings[0]);
    expect(await create(host, id, { start: at("11:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-05") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-06") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("counts a booking from midnight on in the day that begins, not in the one that ends", async () => {
    const { host, id } = await makeBookings([at("00:00")]);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 1 } });
    wait(6);
    expect(await startsOfSlots(host, id, { from: at("23:00", MONDAY), to: at("02:00") })).toEqual([
      at("23:00", MONDAY),
      at("23:30", MONDAY),
    ]);
  });

  it("counts bookings that started earlier in the week", async () => {
    const { host, id } = await makeBookings([at("09:00", MONDAY)]);
    clock = Date.parse(at("12:00", "2031-03-05"));
    await changeEventType(host, id, { bookingLimits: { PER_WEEK: 1 } });
    wait(6);
    expect(await create(host, id, { start: at("09:00", "2031-03-06") })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("09:00", "2031-03-10") })).toEqual(DONE);
  });

  it("counts more bookings than one transaction can change", async () => {
    const days = Array.from({ length: 45 }, (_, day) =>
      at("09:00", new Date(Date.UTC(2031, 3, day + 1)).toISOString().slice(0, 10)),
    );
    const { host, id } = await makeBookings(days);
    await changeEventType(host, id, {
      bookingLimits: { PER_YEAR: 45, PER_DAY: 1, PER_WEEK: 9, PER_MONTH: 40 },
    });
    wait(6);
    expect(await create(host, id, { start: at("09:00", "2031-07-01") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("counts its bookings again when the limits were removed in between", async () => {
    const { host, id } = await makeBookings([]);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 2 } });
    wait(6);
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    await changeEventType(host, id, { bookingLimits: null });
    wait(6);
    for (const time of ["10:00", "11:00", "12:00"])
      expect(await create(host, id, { start: at(time) })).toEqual(DONE);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 4 } });
    wait(6);
    expect(await create(host, id, { start: at("13:00") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("counts bookings of functions that had cached it without limits, after 40 seconds", async () => {
    const { host, id } = await makeBookings([at("09:00")]);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 2 } });
    wait(6);
    expect(await create(host, id, { start: at("10:00", "2031-03-05") })).toEqual(DONE);
    // Such a function writes a booking that is in no counter.
    const late = idOf(await create(host, id, { start: at("11:00", "2031-03-05") }));
    await removeFromCounters(host.userId, late);
    wait(41);
    expect(await startsOfSlots(host, id, { from: "2031-03-05", to: "2031-03-06" })).toEqual([]);
    expect(await create(host, id, { start: at("12:00", "2031-03-05") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });

  it("keeps its counters when a limit only becomes higher or lower", async () => {
    const { host, id } = await makeBookings([]);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 1 } });
    wait(6);
    expect(await create(host, id, { start: at("09:00") })).toEqual(DONE);
    const countersOf = async () => (await findItem(EventTypeItem, { id }))?.counters;
    const before = await countersOf();
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 2 }, durationLimits: { PER_DAY: 60 } });
    wait(6);
    expect(await countersOf()).toEqual(before);
    expect(await create(host, id, { start: at("10:00") })).toEqual(DONE);
    expect(await create(host, id, { start: at("11:00") })).toEqual(LIMITED);
  });

  it("rejects the move of an existing booking into a full day, but not within its day", async () => {
    const { host, id, bookings } = await makeBookings([at("09:00"), at("09:00", "2031-03-05")]);
    await changeEventType(host, id, { bookingLimits: { PER_DAY: 1 } });
    wait(6);
    const move = { start: at("15:00"), end: at("15:30") };
    expect(await change(host, bookings[1], move)).toEqual(LIMITED);
    expect(await change(host, bookings[0], move)).toEqual(DONE);
    await expectCounted(host.userId, id);
  });
});

describe("when the time zone changes", () => {
  it("days and weeks are those of the new one, however often it changes", async () => {
    const { host, schedule } = await makeHostWithHours("UTC");
    const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 1 } });
    const toZone = async (timeZone: string) => {
      await updateSchedule(host, schedule, ScheduleUpdate.parse({ timeZone }));
      wait(50);
    };
    // The 4th of March in UTC, and the 5th in Tokyo.
    expect(await create(host, id, { start: at("23:00") })).toEqual(DONE);
    await toZone("Asia/Tokyo");
    expect(await startsOfSlots(host, id, { from: at("15:00"), to: at("15:00", "2031-03-05") })).toEqual([]);
    expect(await create(host, id, { start: at("15:00") })).toEqual(LIMITED);
    expect(await create(host, id, { start: at("14:00") })).toEqual(DONE);
    await expectCounted(host.userId, id);
    await toZone("UTC");
    expect(await create(host, id, { start: at("09:00") })).toEqual(LIMITED);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-04": [2, 60] });
    await expectCounted(host.userId, id);
  });

  it("is that of the user without a schedule", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host, { bookingLimits: { PER_DAY: 1 } });
    // In Zurich it is the 5th of March.
    expect(await create(host, id, { start: at("23:00") })).toEqual(DONE);
    expect(await readCounters(id)).toEqual({ "PER_DAY/2031-03-05": [1, 30] });
  });

  it("weeks start on the host's first day of the week", async () => {
    const { host } = await makeHostWithHours();
    const { id } = await makeEventType(host, { bookingLimits: { PER_WEEK: 1 } });
    expect(await create(host, id, { start: at("09:00", "2031-03-09") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-08") })).toEqual(LIMITED);
    const user = UserItem.schema.parse(await findItem(UserItem, { id: host.userId }));
    await transact([replace(UserItem, user, { ...user, weekStart: "Sunday" })]);
    wait(50);
    expect(await create(host, id, { start: at("09:00", "2031-03-08") })).toEqual(DONE);
    expect(await create(host, id, { start: at("09:00", "2031-03-15") })).toEqual(LIMITED);
    await expectCounted(host.userId, id);
  });
});
