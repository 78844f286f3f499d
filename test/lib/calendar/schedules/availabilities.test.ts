import { describe, expect, it } from "vitest";
import {
  createAvailability,
  deleteAvailability,
  getAvailability,
  updateAvailability,
} from "#lib/calendar/schedules/availabilities.ts";
import { addEntry, replaceEntries } from "#lib/calendar/schedules/entries.ts";
import { getSchedule } from "#lib/calendar/schedules/get.ts";
import { AvailabilityCreate, AvailabilityUpdate } from "#lib/calendar/schedules/input.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const MORNING = { days: [1], startTime: "09:00", endTime: "12:00" };
const create = (caller: Caller, fields: Record<string, unknown>) =>
  createAvailability(caller, AvailabilityCreate.parse({ ...MORNING, ...fields }));
const update = (caller: Caller, id: number, changes: Record<string, unknown>) =>
  updateAvailability(caller, { id }, AvailabilityUpdate.parse(changes));
const makeEmpty = async (host: Caller) => makeSchedule(host, { availability: [] });

describe("an availability entry", () => {
  it("is part of its schedule, and contains the schedule's owner", async () => {
    const host = await makeHost();
    const { id: scheduleId } = await makeEmpty(host);
    const { version, ...entry } = await create(host, { scheduleId });
    expect(entry).toEqual({
      id: scheduleId * 10_000 + 1,
      scheduleId,
      eventTypeId: null,
      days: [1],
      startTime: "09:00:00",
      endTime: "12:00:00",
      date: null,
      Schedule: { userId: host.userId },
    });
    expect(await getAvailability(host, entry.id)).toMatchObject(entry);
    const { Schedule: _, ...inSchedule } = entry;
    expect((await getSchedule(host, scheduleId)).availability).toEqual([inSchedule]);
    expect(version).toBe(2);
  });

  it("keeps its id while it and others change", async () => {
    const host = await makeHost();
    const { id: scheduleId } = await makeEmpty(host);
    const [first, second] = [await create(host, { scheduleId }), await create(host, { scheduleId })];
    await deleteAvailability(host, first);
    expect(await update(host, second.id, { endTime: "13:00" })).toMatchObject({
      id: second.id,
      endTime: "13:00:00",
    });
    expect(await create(host, { scheduleId })).toMatchObject({ id: scheduleId * 10_000 + 3 });
    await expect(getAvailability(host, first.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("becomes an override if it gets a date, and weekly hours again only with days", async () => {
    const host = await makeHost();
    const { id: scheduleId } = await makeEmpty(host);
    const { id } = await create(host, { scheduleId });
    const override = { date: "2031-03-04", days: [] };
    expect(await update(host, id, { date: "2031-03-04" })).toMatchObject(override);
    await expect(update(host, id, { date: null })).rejects.toMatchObject({
      errors: [expect.objectContaining({ pointer: "#/days" })],
    });
    expect(await update(host, id, { date: null, days: [2] })).toMatchObject({ date: null, days: [2] });
  });

  it("can't end before it starts; with a date and equal times it closes the day", async () => {
    const host = await makeHost();
    const { id: scheduleId } = await makeEmpty(host);
    const { id } = await create(host, { scheduleId });
    const atEnd = { errors: [expect.objectContaining({ pointer: "#/endTime" })] };
    await expect(update(host, id, { startTime: "12:00" })).rejects.toMatchObject(atEnd);
    const closed = { startTime: "12:00", date: "2031-03-04" };
    expect(await update(host, id, closed)).toMatchObject({ startTime: "12:00:00", endTime: "12:00:00" });
    await expect(update(host, id, { startTime: "12:01" })).rejects.toMatchObject(atEnd);
  });

  it("is stored when several are added concurrently", async () => {
    const host = await makeHost();
    const { id: scheduleId } = await makeEmpty(host);
    const added = await Promise.all(Array.from({ length: 4 }, () => create(host, { scheduleId })));
    expect((await getSchedule(host, scheduleId)).availability.map(({ id }) => id)).toEqual(
      added.map(({ id }) => id).toSorted(),
    );
  });

  it("can be accessed only by the schedule's owner and system admins", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const { id: scheduleId } = await makeEmpty(host);
    const { id } = await create(host, { scheduleId });
    expect(await getAvailability(admin, id)).toMatchObject({ id });
    const notFound = { code: "not_found" };
    await expect(getAvailability(other, id)).rejects.toMatchObject(notFound);
    await expect(create(other, { scheduleId })).rejects.toMatchObject(notFound);
    await expect(update(other, id, { endTime: "10:00" })).rejects.toMatchObject(notFound);
    await expect(deleteAvailability(other, { id })).rejects.toMatchObject(notFound);
  });

  it("is rejected as the 201st of a schedule", async () => {
    const host = await makeHost();
    const availability = Array.from({ length: 200 }, () => MORNING);
    const { id: scheduleId } = await makeSchedule(host, { availability });
    await expect(create(host, { scheduleId })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("the ids of a schedule's entries", () => {
  const HOURS = { days: [1], startTime: 540, endTime: 600, date: null };

  it("are the lowest free ones after the 9,999th", () => {
    const entries = [
      { id: 70_001, ...HOURS },
      { id: 79_999, ...HOURS },
    ];
    const { schedule, entry } = addEntry({ id: 7, entries, nextEntry: 10_000 }, HOURS);
    expect(entry.id).toBe(70_002);
    expect(addEntry(schedule, HOURS).entry.id).toBe(70_003);
  });

  it("are not those of another schedule, and are unique", () => {
    const schedule = { id: 7, entries: [{ id: 70_001, ...HOURS }], nextEntry: 2 };
    const drafts = [
      { ...HOURS, id: 80_001 },
      { ...HOURS, id: 70_001 },
      { ...HOURS, id: 70_001 },
    ];
    expect(replaceEntries(schedule, drafts).entries.map(({ id }) => id)).toEqual([70_001, 70_002, 70_003]);
  });
});
