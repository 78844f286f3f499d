import { afterEach, describe, expect, it } from "vitest";
import { AttendeeLocator, Attendees } from "#lib/bookings/attendees/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { TallyItem } from "#lib/lists/entity.ts";
import { listOfAll } from "#lib/lists/list-of-all.ts";
import { lowerTallies, writeTallies } from "#lib/lists/write-tallies.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import { setClock } from "#lib/platform/clock.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { remove, update } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { transact, writeOne } from "#lib/table/write.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { oldAttendee } from "#test/support/builders/old-children.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";

const COUNT = 2_100;
const USER = 1;
useLocalTable({ items: () => seedItems("attendees", { count: COUNT, hosts: 1 }) });
afterEach(() => setClock(Date.now));

const kind = "attendee";
const tallies = async () => (await queryAll(TallyItem, { kind }))[0];
/** What is listed of everybody is what has a locator. */
const removeAttendee = (id: number) => writeOne(remove(AttendeeLocator, { id }));
const removal = (id: number) => streamRecord("REMOVE", primaryKey(AttendeeLocator, { id }));
const total = () => listOfAll(Attendees, "asc").count();

describe("the counts of what can be deleted", () => {
  it("are written of sealed blocks alone, when something was added", async () => {
    const addition = streamRecord("INSERT", primaryKey(AttendeeLocator, { id: 2_100 }));
    setClock(() => Date.parse("2026-01-05T09:01:59Z"));
    await indexLists([addition]);
    expect(await tallies()).toBeUndefined();
    setClock(() => Date.parse("2026-01-05T09:02:00Z"));
    await indexLists([addition]);
    expect(await tallies()).toMatchObject({ n000: 999, n001: 1_000 });
    expect(await tallies()).not.toHaveProperty("n002");
  });

  it("fall by what is removed, however often, late and in whatever order that is told", async () => {
    await removeAttendee(5);
    await removeAttendee(6);
    await removeAttendee(1_500);
    const records = [removal(5), removal(6), removal(1_500)];
    await Promise.all([indexLists(records), indexLists(records.toReversed())]);
    expect(await tallies()).toMatchObject({ n000: 997, n001: 999 });
    await indexLists(records);
    expect(await tallies()).toMatchObject({ n000: 997, n001: 999 });
    expect(await total()).toBe(COUNT - 3);
  });

  it("are not written of blocks that are not sealed when something is removed from them", async () => {
    await removeAttendee(2_050);
    await indexLists([removal(2_050)]);
    expect(await tallies()).not.toHaveProperty("n002");
    expect(await total()).toBe(COUNT - 4);
  });

  it("are right when something is removed while they are written for the first time", async () => {
    await writeOne(update(TallyItem, { kind, million: 0 }, { remove: ["n000"] }));
    const removing = [7, 8, 9].map(async (id) => {
      await removeAttendee(id);
      await lowerTallies(Attendees, [id]);
    });
    await Promise.all([writeTallies(Attendees), ...removing, writeTallies(Attendees)]);
    expect(await tallies()).toMatchObject({ n000: 994 });
  });

  it("leave nothing out of any page before a removal was told", async () => {
    const list = listOfAll(Attendees, "asc");
    await removeAttendee(20);
    const ids: number[] = [];
    for (let skip = 0; skip < COUNT; skip += 300)
      for await (const page of list.skip(skip, 300)) ids.push(...page.map(({ id }) => id));
    const gone = new Set([5, 6, 7, 8, 9, 20, 1_500, 2_050]);
    const left = Array.from({ length: COUNT }, (_, at) => at + 1).filter((id) => !gone.has(id));
    expect([...new Set(ids)]).toEqual(left);
  });

  it("seal what lies before something old, though everything between was removed", async () => {
    await writeOne(update(TallyItem, { kind, million: 0 }, { remove: ["n001"] }));
    for (let id = 2_000; id < 2_040; id += 1) await removeAttendee(id);
    await transact(Attendees.create(oldAttendee({ id: 2_101, userId: USER })));
    await writeTallies(Attendees);
    expect(await tallies()).toMatchObject({ n001: 999 });
  });

  it("are made again by a recount that finds those that are wrong", async () => {
    const before = await tallies();
    await writeOne(update(TallyItem, { kind, million: 0 }, { set: { n000: 17, n001: 5_000 } }));
    expect(await recountLists(OPERATOR)).toMatchObject({ tallies: 2 });
    // Of the first block, one more was removed and never told of.
    expect(await tallies()).toEqual({ ...before, n000: 993 });
    expect(await recountLists(OPERATOR)).toMatchObject({ tallies: 0 });
  });
});
