import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventType } from "#lib/calendar/event-types/create.ts";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { EventTypeItem, EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { getBookableEventType } from "#lib/calendar/event-types/get-bookable.ts";
import { EventTypeCreate, EventTypeUpdate } from "#lib/calendar/event-types/input.ts";
import { type EventTypeFilter, listEventTypes } from "#lib/calendar/event-types/list.ts";
import { slotRulesOf } from "#lib/calendar/event-types/slot-rules.ts";
import { SLUG, slugFrom } from "#lib/calendar/event-types/slug.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { ScheduleLocator } from "#lib/calendar/schedules/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { storeWithout } from "#test/support/builders/store-without.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (caller: Caller, fields: Record<string, unknown> = {}) =>
  createEventType(caller, EventTypeCreate.parse({ title: "Intro call", length: 30, ...fields }));
const update = (caller: Caller, id: number, changes: Record<string, unknown>) =>
  updateEventType(caller, { id }, EventTypeUpdate.parse(changes));
const at = (pointer: string) => ({ errors: [expect.objectContaining({ pointer })] });
const useOf = async ({ id }: { id: number }) => (await findItem(ScheduleLocator, { id }))?.eventTypeCount;

describe("the schedule of an event type", () => {
  it("must be one of its host, and can't be deleted while it is used", async () => {
    const host = await makeHost();
    const [first, second] = [await makeSchedule(host), await makeSchedule(host)];
    const { id } = await create(host, { scheduleId: first.id });
    await expect(deleteSchedule(host, first)).rejects.toMatchObject({ code: "conflict" });
    await update(host, id, { scheduleId: second.id, title: "Other" });
    await update(host, id, { title: "Another" });
    expect([await useOf(first), await useOf(second)]).toEqual([0, 1]);
    await deleteSchedule(host, first);
    await deleteEventType(host, { id });
    await deleteSchedule(host, second);
  });

  it.each([
    ["a missing one", async () => 999_999],
    ["another user's", async () => (await makeSchedule(await makeHost())).id],
  ])("can't be %s", async (_, scheduleId) => {
    const host = await makeHost();
    const id = await scheduleId();
    await expect(create(host, { scheduleId: id })).rejects.toMatchObject(at("#/scheduleId"));
    const { id: eventTypeId } = await create(host);
    await expect(update(host, eventTypeId, { scheduleId: id })).rejects.toMatchObject(at("#/scheduleId"));
  });

  it("exists if it is set and deleted concurrently", async () => {
    const host = await makeHost();
    for (let round = 0; round < 5; round += 1) {
      const schedule = await makeSchedule(host);
      const eventType = await create(host, { slug: `intro-${round}` });
      const [named, deleted] = await Promise.allSettled([
        update(host, eventType.id, { scheduleId: schedule.id }),
        deleteSchedule(host, schedule),
      ]);
      expect([named.status, deleted.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      const { scheduleId } = await getEventType(host, eventType.id);
      expect(scheduleId).toBe(named.status === "fulfilled" ? schedule.id : null);
      expect(await useOf(schedule)).toBe(named.status === "fulfilled" ? 1 : undefined);
    }
  });

  it("sets the hours; otherwise the host's default schedule does", async () => {
    const host = await makeHost();
    const hoursOf = async (fields: Record<string, unknown> = {}) => {
      const { id } = await create(host, { slug: `call ${Math.random()}`, ...fields });
      return (await getBookableEventType(host, id)).hours;
    };
    expect(await hoursOf()).toBeNull();
    await makeSchedule(host, { timeZone: "Asia/Tokyo" });
    const { id: scheduleId } = await makeSchedule(host, {
      availability: [{ days: [6], startTime: "22:00", endTime: "23:59" }],
      overrides: [{ date: "2031-03-04", slots: [] }],
    });
    expect(await hoursOf()).toEqual({
      timeZone: "Asia/Tokyo",
      entries: [{ days: [1, 2, 3, 4, 5], date: null, from: 540, to: 1_020 }],
    });
    expect(await hoursOf({ scheduleId })).toEqual({
      timeZone: "Europe/Zurich",
      entries: [
        { days: [6], date: null, from: 1_320, to: 1_440 },
        { days: [], date: "2031-03-04", from: 0, to: 0 },
      ],
    });
  });
});

describe("the booking window of an event type", () => {
  it.each([
    ["#/periodStartDate", { periodEndDate: "2031-03-04" }],
    ["#/periodEndDate", { periodStartDate: "2031-03-04" }],
    ["#/periodEndDate", { periodStartDate: "2031-03-04", periodEndDate: "2031-03-03" }],
  ])("requires both dates of a range, in order: %s", async (pointer, dates) => {
    const host = await makeHost();
    await expect(create(host, { periodType: "RANGE", ...dates })).rejects.toMatchObject(at(pointer));
    const { id } = await create(host, dates);
    await expect(update(host, id, { periodType: "RANGE" })).rejects.toMatchObject(at(pointer));
  });

  it("requires the days of a rolling period", async () => {
    const host = await makeHost();
    await expect(create(host, { periodType: "ROLLING" })).rejects.toMatchObject(at("#/periodDays"));
    const { id } = await create(host, { periodType: "ROLLING", periodDays: 3 });
    await expect(update(host, id, { periodDays: null })).rejects.toMatchObject(at("#/periodDays"));
  });

  it("is part of the rules of its slots, with interval and offset", async () => {
    const host = await makeHost();
    const rulesOf = async (fields: Record<string, unknown>) => {
      const { id } = await create(host, { slug: JSON.stringify(fields), ...fields });
      return slotRulesOf(await getBookableEventType(host, id));
    };
    const range = { periodType: "RANGE", periodStartDate: "2031-03-04", periodEndDate: "2031-03-05" };
    expect(await rulesOf({ ...range, slotInterval: 20, offsetStart: 5 })).toMatchObject({
      ...{ length: 30, step: 20, offsetStart: 5 },
      period: { type: "RANGE", start: "2031-03-04", end: "2031-03-05" },
    });
    const rolling = { periodType: "ROLLING", periodDays: 3, periodCountCalendarDays: false };
    expect((await rulesOf(rolling)).period).toEqual({ type: "ROLLING", days: 3, countWeekends: false });
  });

  it("may be a single day", async () => {
    const dates = { periodStartDate: "2031-03-04", periodEndDate: "2031-03-04" };
    expect(await create(await makeHost(), { periodType: "RANGE", ...dates })).toMatchObject(dates);
  });
});

describe("event types", () => {
  it("convert any text to a slug, when created and when updated", async () => {
    const host = await makeHost();
    const { id, slug } = await create(host, { slug: "A x B" });
    expect(slug).toBe("a-x-b");
    expect(await update(host, id, { slug: "  Ärger & Co. " })).toMatchObject({ slug: "arger-co" });
  });

  it("have slugs of their own if their titles have no Latin letters", async () => {
    const host = await makeHost();
    for (const title of ["日本語", "会議"]) {
      const { id, slug } = await create(host, { title });
      expect(slug).toBe(`event-${id}`);
    }
  });

  it("have a slug of words joined by hyphens, from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const slug = slugFrom(text);
        expect(slug).toMatch(SLUG);
        expect(slugFrom(slug)).toBe(slug);
      }),
    );
  });

  it("can be read as earlier versions stored them", async () => {
    const host = await makeHost();
    const { id, userId } = await create(host);
    const names = [
      ...["scheduleId", "slotInterval", "offsetStart"],
      ...["periodStartDate", "periodEndDate", "periodCountCalendarDays"],
    ];
    await storeWithout(EventTypeItem, { id }, names);
    await storeWithout(EventTypeOfUser, { userId, id }, names);
    expect(await getEventType(host, id)).toMatchObject({
      scheduleId: null,
      slotInterval: null,
      offsetStart: 0,
      periodStartDate: null,
      periodCountCalendarDays: true,
    });
  });

  it("are filtered by slug, by team, and for system admins by user", async () => {
    const [host, admin] = [await makeHost(), await makeHost("ADMIN")];
    const { id } = await create(host, { slug: "only-here" });
    await create(host, { slug: "another" });
    const ids = async (caller: Caller, filter: EventTypeFilter) =>
      (await readWholeList(listEventTypes(caller, filter))).map((one) => one.id);
    expect(await ids(host, { slug: "Only here" })).toEqual([id]);
    expect(await ids(admin, { slug: "only-here" })).toEqual([id]);
    expect(await ids(host, { teamId: 999_999 })).toEqual([]);
    expect(await ids(admin, { userId: host.userId })).toHaveLength(2);
    expect(await ids(host, { userId: host.userId })).toHaveLength(2);
    expect(await ids(host, { userId: admin.userId })).toHaveLength(2);
  });
});
