import type { DynamoDBRecord } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { BookingItem, BookmarkItem } from "#lib/bookings/entity.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import { setClock } from "#lib/platform/clock.ts";
import { TallyItem } from "#lib/storage/lists/tallies.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { listBookingIds, requestBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";

useLocalTable();

const CREATED_AT = Date.UTC(2026, 5, 1, 9);
const createdAt = new Date(CREATED_AT).toISOString();
const setSeconds = (count: number) => setClock(() => CREATED_AT + count * 1_000);
const seedNow = ({ userId }: Caller, count: number) =>
  seedBookings({ hosts: [userId], count, changes: () => ({ createdAt }) });

/** Returns the stream record of a new booking. */
const recordOf = ({ userId }: Caller, id = 0): DynamoDBRecord =>
  streamRecord("INSERT", primaryKey(BookingItem, { userId, id }));
const listBookmarks = ({ userId }: Caller) => queryAll(BookmarkItem, { userId });

describe("the lists of bookings", () => {
  it("get bookmarks when no booking can be added between them, even if a record is delivered again", async () => {
    const host = await makeHost();
    const ids = await seedNow(host, 243);
    const records = [recordOf(host, ids.at(-1)), recordOf(host, ids[5])];
    setSeconds(119);
    expect(await indexLists(records)).toEqual([]);
    expect(await listBookmarks(host)).toEqual([]);
    setSeconds(120);
    await Promise.all([indexLists(records), indexLists(records.toReversed())]);
    const bookmarks = await listBookmarks(host);
    expect(bookmarks.map(({ ordinal }) => ordinal)).toEqual([0, 100]);
    expect(bookmarks.flatMap((bookmark) => bookmark.ids)).toEqual(ids.slice(0, 200));
    await indexLists(records);
    expect(await listBookmarks(host)).toEqual(bookmarks);
  });

  it("count a block of ids when the next one is old enough", async () => {
    const listTallied = async () =>
      Object.keys((await queryAll(TallyItem, { kind: "booking" }))[0] ?? {}).filter((name) =>
        /^n\d/.test(name),
      );
    const host = await makeHost();
    setSeconds(600);
    const before = (await listTallied()).length;
    const [id] = await seedBookings({
      hosts: [host.userId],
      count: 1_100,
      changes: () => ({ createdAt: new Date(CREATED_AT + 600_000).toISOString() }),
    });
    const record = recordOf(host, id);
    await indexLists([record]);
    expect((await listTallied()).length).toBe(before);
    setSeconds(720);
    await indexLists([record]);
    expect((await listTallied()).length).toBeGreaterThan(before);
  });

  it("are exact while bookings with lower ids are added after the bookmarks", async () => {
    const host = await makeHost();
    const old = await seedBookings({ hosts: [host.userId], count: 1_000 });
    const [id = 0] = await takeIds("booking", 1);
    const fresh = await seedNow(host, 30);
    setSeconds(60);
    await indexLists([recordOf(host, old[0])]);
    // This id is from a block that was leased earlier: it is lower, but its booking is stored later.
    await seedBookings({ hosts: [host.userId], count: 1, changes: () => ({ createdAt, id }) });
    const all = [...old, id, ...fresh];
    expect(await listBookingIds(host)).toEqual(all);
    for (const page of [1, 10, 11]) {
      const answer = await requestBookings(host, { take: 100, page, count: "true" });
      expect(answer.headers["X-Total-Count"]).toBe("1031");
      expect(idsIn(answer)).toEqual(all.slice((page - 1) * 100, page * 100));
    }
  });

  it("are corrected by a recount", async () => {
    const host = await makeHost();
    const { userId } = host;
    const ids = await seedBookings({ hosts: [userId], count: 1_100 });
    await writeBookmarks(userId);
    const wrong = (await listBookmarks(host)).at(-1);
    if (!wrong) throw new Error("no bookmark found");
    await writeOne(remove(BookmarkItem, { userId, ordinal: wrong.ordinal }));
    await writeOne(put(BookmarkItem, { ...wrong, ids: wrong.ids.map((id) => id + 1) }));
    expect(await recountLists(OPERATOR)).toMatchObject({ bookmarks: 1 });
    expect((await listBookmarks(host)).flatMap((bookmark) => bookmark.ids)).toEqual(ids);
    expect(await recountLists(OPERATOR)).toMatchObject({ bookmarks: 0 });
  });
});
