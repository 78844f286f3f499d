import { describe, expect, it } from "vitest";
import { ScheduleUpdate } from "#lib/calendar/schedules/input.ts";
import { renderSchedule } from "#lib/calendar/schedules/render.ts";
import { updateSchedule } from "#lib/calendar/schedules/update.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { create, hours } from "./schedule-calls.ts";

useLocalTable();
const update = async (caller: Caller, id: number, changes: Record<string, unknown>) =>
  renderSchedule(await updateSchedule(caller, { id }, ScheduleUpdate.parse(changes)));

describe("updating a schedule", () => {
  const WEEK = { days: [1], startTime: "09:00", endTime: "10:00" };
  const overrideOf = (date: string, start = "10:00") => ({ date, slots: [{ start, end: "11:00" }] });

  it("replaces only the weekly entries by `availability`", async () => {
    const host = await makeHost();
    const { id } = await create(host, { overrides: [overrideOf("2031-03-04")] });
    expect(hours(await update(host, id, { availability: [WEEK] }))).toEqual([
      "2031-03-04 10:00:00-11:00:00",
      "1 09:00:00-10:00:00",
    ]);
    expect(hours(await update(host, id, { availability: [] }))).toEqual(["2031-03-04 10:00:00-11:00:00"]);
  });

  it("replaces only the dates in `overrides`", async () => {
    const host = await makeHost();
    const overrides = [overrideOf("2031-03-04"), overrideOf("2031-03-05")];
    const { id } = await create(host, { availability: [WEEK], overrides });
    expect(hours(await update(host, id, { overrides: [overrideOf("2031-03-05", "08:00")] }))).toEqual([
      "1 09:00:00-10:00:00",
      "2031-03-04 10:00:00-11:00:00",
      "2031-03-05 08:00:00-11:00:00",
    ]);
  });

  it("changes nothing if the entries of a response are sent back", async () => {
    const host = await makeHost();
    const schedule = await create(host, {
      availability: [WEEK, WEEK],
      overrides: [overrideOf("2031-03-04")],
    });
    const { availability, name } = schedule;
    expect((await update(host, schedule.id, { name, availability })).availability).toEqual(availability);
    const withoutIds = availability.map(({ id: _, ...entry }) => entry);
    expect((await update(host, schedule.id, { availability: withoutIds })).availability).toEqual(
      availability,
    );
  });

  it("replaces dates by `overrides` also if their present entries are sent back", async () => {
    const host = await makeHost();
    const { id, availability } = await create(host, {
      availability: [WEEK],
      overrides: [overrideOf("2031-03-04")],
    });
    const overrides = [{ date: "2031-03-04", slots: [] }];
    expect(hours(await update(host, id, { availability, overrides }))).toEqual([
      "1 09:00:00-10:00:00",
      "2031-03-04 00:00:00-00:00:00",
    ]);
  });

  it("keeps the ids of entries that are sent, and creates new ids for others", async () => {
    const host = await makeHost();
    const { id, availability } = await create(host, { availability: [WEEK, { ...WEEK, days: [2] }] });
    const [, second] = availability;
    const changed = await update(host, id, {
      availability: [
        { ...WEEK, days: [3] },
        { ...second, endTime: "12:00" },
      ],
    });
    expect(changed.availability).toMatchObject([
      { id: second?.id, days: [2], endTime: "12:00:00" },
      { id: id * 10_000 + 3, days: [3] },
    ]);
  });

  it("changes the time of its last change", async () => {
    const host = await makeHost();
    const { id, createdAt } = await create(host);
    passMinutes(1);
    const updatedAt = new Date(Date.parse(createdAt) + 60_000).toISOString();
    const { updatedAt: after, ...rest } = await update(host, id, { name: "Other" });
    expect(rest).toMatchObject({ name: "Other", createdAt });
    expect(after >= updatedAt).toBe(true);
  });

  it("is rejected if If-Match has another version", async () => {
    const host = await makeHost();
    const { id } = await create(host);
    const changes = ScheduleUpdate.parse({ name: "Other" });
    await expect(updateSchedule(host, { id, ifMatch: [7] }, changes)).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await updateSchedule(host, { id, ifMatch: [1] }, changes)).toMatchObject({ name: "Other" });
  });
});
