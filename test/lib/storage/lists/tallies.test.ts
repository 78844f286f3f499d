import { describe, expect, it } from "vitest";
import { AttendeeLocator, Attendees } from "#lib/bookings/attendees/entity.ts";
import { Payments } from "#lib/bookings/payments/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import { setClock } from "#lib/platform/clock.ts";
import { listOfAll } from "#lib/storage/lists/list-of-all.ts";
import { TallyItem } from "#lib/storage/lists/tallies.ts";
import { lowerTallies, writeTallies } from "#lib/storage/lists/write-tallies.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { remove, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { raiseIds } from "#lib/storage/table/raise-ids.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { oldAttendee } from "#test/support/builders/old-children.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const COUNT = 2_100;
const USER = 1;
useLocalTable({ items: () => seedItems("attendees", { count: COUNT, hosts: 1 }) });

const kind = "attendee";
const tallies = async () => (await queryAll(TallyItem, { kind }))[0];
/** Lists of all hosts contain the elements that have a locator. */
const removeAttendee = (id: number) => writeOne(remove(AttendeeLocator, { id }));
const removal = (id: number) => streamRecord("REMOVE", primaryKey(AttendeeLocator, { id }));
const total = () => listOfAll(Attendees, "asc").count();

describe("the tallies of a list", () => {
  it("are written of frozen blocks only, after an element was added", async () => {
    const addition = streamRecord("INSERT", primaryKey(AttendeeLocator, { id: 2_100 }));
    setClock(() => Date.parse("2026-01-05T09:01:59Z"));
    await indexLists([addition]);
    expect(await tallies()).toBeUndefined();
    setClock(() => Date.parse("2026-01-05T09:02:00Z"));
    await indexLists([addition]);
    expect(await tallies()).toMatchObject({ n000: 999, n001: 1_000 });
    expect(await tallies()).not.toHaveProperty("n002");
  });

  it("fall with deletions, even if the stream repeats, delays or reorders their records", async () => {
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

  it("are not written of blocks that are not frozen after a deletion", async () => {
    await removeAttendee(2_050);
    await indexLists([removal(2_050)]);
    expect(await tallies()).not.toHaveProperty("n002");
    expect(await total()).toBe(COUNT - 4);
  });

  it("are correct if elements are deleted while they are written for the first time", async () => {
    await writeOne(update(TallyItem, { kind, million: 0 }, { remove: ["n000"] }));
    const deletions = [7, 8, 9].map(async (id) => {
      await removeAttendee(id);
      await lowerTallies(Attendees, [id]);
    });
    await Promise.all([writeTallies(Attendees), ...deletions, writeTallies(Attendees)]);
    expect(await tallies()).toMatchObject({ n000: 994 });
  });

  it("omit no element of a page before the stream has the record of a deletion", async () => {
    const list = listOfAll(Attendees, "asc");
    await removeAttendee(20);
    const ids: number[] = [];
    for (let skip = 0; skip < COUNT; skip += 300)
      for await (const page of list.skip(skip, 300)) ids.push(...page.map(({ id }) => id));
    const deleted = new Set([5, 6, 7, 8, 9, 20, 1_500, 2_050]);
    const expected = Array.from({ length: COUNT }, (_, at) => at + 1).filter((id) => !deleted.has(id));
    expect([...new Set(ids)]).toEqual(expected);
  });

  it("are written of a block before an old element, even if all elements in between were deleted", async () => {
    await writeOne(update(TallyItem, { kind, million: 0 }, { remove: ["n001"] }));
    for (let id = 2_000; id < 2_040; id += 1) await removeAttendee(id);
    await transact(Attendees.create(oldAttendee({ id: 2_101, userId: USER })));
    await writeTallies(Attendees);
    expect(await tallies()).toMatchObject({ n001: 999 });
  });

  it("are corrected by a recount", async () => {
    const before = await tallies();
    await writeOne(update(TallyItem, { kind, million: 0 }, { set: { n000: 17, n001: 5_000 } }));
    expect(await recountLists(OPERATOR)).toMatchObject({ tallies: 2 });
    // In the first block, one more element was deleted, of which the stream has no record.
    expect(await tallies()).toEqual({ ...before, n000: 993 });
    expect(await recountLists(OPERATOR)).toMatchObject({ tallies: 0 });
  });
});

it("many new blocks need few reads, even if none is frozen", async () => {
  await raiseIds("payment", 3_000_000);
  let calls = 0;
  interceptInTest(async ({ send }) => {
    calls += 1;
    return send();
  });
  await writeTallies(Payments);
  expect(calls).toBeLessThan(200);
});
