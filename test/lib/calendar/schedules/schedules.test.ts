import { describe, expect, it } from "vitest";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { getSchedule } from "#lib/calendar/schedules/get.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { listSchedules } from "#lib/calendar/schedules/list.ts";
import type { Caller } from "#lib/caller.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { create, hours } from "./schedule-calls.ts";

useLocalTable();
const listAll = (caller: Caller, filter: { userId?: number } = {}) =>
  readWholeList(listSchedules(caller, filter));

describe("creating a schedule", () => {
  it("has Monday to Friday from 9 to 5 in the user's time zone by default", async () => {
    const host = await makeHost();
    const schedule = await create(host);
    expect(schedule).toMatchObject({ userId: host.userId, name: "Work", timeZone: "Europe/Zurich" });
    expect(schedule.availability).toEqual([
      {
        id: schedule.id * 10_000 + 1,
        scheduleId: schedule.id,
        eventTypeId: null,
        days: [1, 2, 3, 4, 5],
        startTime: "09:00:00",
        endTime: "17:00:00",
        date: null,
      },
    ]);
    expect(await getSchedule(host, schedule.id)).toEqual(schedule);
  });

  it("stores the time zone in the case of the tz database", async () => {
    expect(await create(await makeHost(), { timeZone: "america/new_york" })).toMatchObject({
      timeZone: "America/New_York",
    });
  });

  it.each([
    ["no availability", { availability: [] }, []],
    [
      "times in each form, and Sunday as 7",
      {
        availability: [
          { days: [7], startTime: "09:00", endTime: "09:30" },
          { days: [1, 1], startTime: "09:00:00", endTime: "1970-01-01T09:30:00.000Z" },
        ],
      },
      ["0 09:00:00-09:30:00", "1 09:00:00-09:30:00"],
    ],
    [
      "the end of a day in each form",
      {
        availability: ["24:00", "23:59", "23:59:59", "1970-01-01T23:59:59.000Z"].map((endTime) => ({
          days: [1],
          startTime: "22:00",
          endTime,
        })),
      },
      Array.from({ length: 4 }, () => "1 22:00:00-24:00:00"),
    ],
    [
      "entries of one day that overlap",
      { availability: ["12:00", "11:00"].map((endTime) => ({ days: [1], startTime: "10:00", endTime })) },
      ["1 10:00:00-12:00:00", "1 10:00:00-11:00:00"],
    ],
    [
      "overrides with slots or timeSlots; an empty list closes the day",
      {
        availability: [],
        overrides: [
          { date: "2031-03-04", slots: [{ start: "10:00", end: "11:00" }] },
          { date: "2031-03-05", timeSlots: [{ start: "22:00", end: "24:00" }] },
          { date: "2031-03-06", slots: [] },
        ],
      },
      ["2031-03-04 10:00:00-11:00:00", "2031-03-05 22:00:00-24:00:00", "2031-03-06 00:00:00-00:00:00"],
    ],
  ])("accepts %s", async (_, fields, expected) => {
    expect(hours(await create(await makeHost(), fields))).toEqual(expected);
  });

  it.each([
    ["#/timeZone", { timeZone: "Mars/Olympus" }],
    ["#/name", { name: " " }],
    ["#/availability/0/days/0", { availability: [{ days: [8], startTime: "09:00", endTime: "10:00" }] }],
    ["#/availability/0/days", { availability: [{ startTime: "09:00", endTime: "10:00" }] }],
    ["#/availability/0/endTime", { availability: [{ days: [1], startTime: "09:00", endTime: "09:00" }] }],
    [
      "#/availability/0/startTime",
      { availability: [{ days: [1], startTime: "09:30:20", endTime: "10:00" }] },
    ],
    ["#/availability/0/endTime", { availability: [{ days: [1], startTime: "09:00", endTime: "24:30" }] }],
    ["#/overrides/0/date", { overrides: [{ date: "2031-02-29", slots: [] }] }],
    ["#/overrides/0/slots", { overrides: [{ date: "2031-02-28" }] }],
    ["#/overrides/0/slots/0/end", { overrides: [{ date: "2031-02-28", slots: [{ start: "9", end: "1" }] }] }],
  ])("rejects an invalid %s", (pointer, fields) => {
    const parsed = ScheduleCreate.safeParse({ name: "Work", ...fields });
    expect(parsed.error?.issues.map(({ path }) => ["#", ...path].join("/"))).toContain(pointer);
  });

  it("rejects more than 200 entries", async () => {
    const slots = Array.from({ length: 150 }, () => ({ start: "10:00", end: "11:00" }));
    const overrides = ["2031-03-04", "2031-03-05"].map((date) => ({ date, slots }));
    await expect(create(await makeHost(), { overrides })).rejects.toMatchObject({
      code: "invalid_request",
      message: "A schedule can have at most 200 availability entries.",
    });
  });

  it("is possible for another user only as a system admin", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    expect(await create(admin, { userId: other.userId })).toMatchObject({ userId: other.userId });
    expect(await create(host, { userId: host.userId })).toMatchObject({ userId: host.userId });
    await expect(create(host, { userId: other.userId })).rejects.toMatchObject({ code: "forbidden" });
    await expect(create(admin, { userId: 999_999 })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is possible 20 times, also if the last ones are concurrent", async () => {
    const host = await makeHost();
    for (let count = 0; count < 19; count += 1) await create(host);
    beforeNextTransaction(() => create(host));
    await expect(create(host)).rejects.toMatchObject({ code: "limit_reached" });
    expect(await listAll(host)).toHaveLength(20);
  });
});

describe("a schedule", () => {
  it("can be accessed by its owner and by system admins", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const { id } = await create(host);
    await expect(getSchedule(other, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await getSchedule(admin, id)).toMatchObject({ id });
    expect((await listAll(other)).map((one) => one.id)).toEqual([]);
    expect((await listAll(admin)).map((one) => one.id)).toContain(id);
    expect((await listAll(admin, { userId: host.userId })).map((one) => one.id)).toEqual([id]);
    expect(() => listSchedules(other, { userId: host.userId })).toThrow("Only a system admin");
  });

  it("is not found after it is deleted", async () => {
    const host = await makeHost();
    const { id } = await create(host);
    await deleteSchedule(host, { id });
    await expect(getSchedule(host, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteSchedule(host, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});
