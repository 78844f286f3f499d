import type { DynamoDBRecord } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BookingItem, BookmarkItem } from "#lib/bookings/entity.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { TallyItem } from "#lib/lists/tallies.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import { setClock } from "#lib/platform/clock.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { takeIds } from "#lib/table/ids.ts";
import { put, remove } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { writeOne } from "#lib/table/write.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { listBookingIds, requestBookings } from "#test/support/calls/list-bookings.ts";
import { idsIn } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});
afterEach(() => setClock(Date.now));

const MADE_AT = Date.UTC(2026, 5, 1, 9);
const createdAt = new Date(MADE_AT).toISOString();
const seconds = (count: number) => setClock(() => MADE_AT + count * 1_000);
const seedNow = ({ userId }: Caller, count: number) =>
  seedBookings({ hosts: [userId], count, changes: () => ({ createdAt }) });

/** The stream's record of a booking that was made. */
const recordOf = ({ userId }: Caller, id = 0): DynamoDBRecord =>
  streamRecord("INSERT", primaryKey(BookingItem, { userId, id }));
const bookmarksOf = ({ userId }: Caller) => queryAll(BookmarkItem, { userId });

describe("the lists of bookings", () => {
  it("get bookmarks when no booking can be added between them, even if a record is delivered again", async () => {
    const host = await makeHost();
    const ids = await seedNow(host, 243);
    const records = [recordOf(host, ids.at(-1)), recordOf(host, ids[5])];
    seconds(119);
    expect(await indexLists(records)).toEqual([]);
    expect(await bookmarksOf(host)).toEqual([]);
    seconds(120);
    await Promise.all([indexLists(records), indexLists(records.toReversed())]);
    const bookmarks = await bookmarksOf(host);
    expect(bookmarks.map(({ ordinal }) => ordinal)).toEqual([0, 100]);
    expect(bookmarks.flatMap((bookmark) => bookmark.ids)).toEqual(ids.slice(0, 200));
    await indexLists(records);
    expect(await bookmarksOf(host)).toEqual(bookmarks);
  });

  it("count a block of ids when the next one is old enough", async () => {
    const tallied = async () =>
      Object.keys((await queryAll(TallyItem, { kind: "booking" }))[0] ?? {}).filter((name) =>
        /^n\d/.test(name),
      );
    const host = await makeHost();
    seconds(600);
    const before = (await tallied()).length;
    const [id] = await seedBookings({
      hosts: [host.userId],
      count: 1_100,
      changes: () => ({ createdAt: new Date(MADE_AT + 600_000).toISOString() }),
    });
    const record = recordOf(host, id);
    await indexLists([record]);
    expect((await tallied()).length).toBe(before);
    seconds(720);
    await indexLists([record]);
    expect((await tallied()).length).toBeGreaterThan(before);
  });

  it("are exact while bookings with lower ids are added after the bookmarks", async () => {
    const host = await makeHost();
    const old = await seedBookings({ hosts: [host.userId], count: 1_000 });
    const [id = 0] = await takeIds("booking", 1);
    const fresh = await seedNow(host, 30);
    seconds(60);
    await indexLists([recordOf(host, old[0])]);
    // One of a block leased before those: its id is lower, and it comes later.
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
    const wrong = (await bookmarksOf(host)).at(-1);
    if (!wrong) throw new Error("there is no bookmark to break");
    await writeOne(remove(BookmarkItem, { userId, ordinal: wrong.ordinal }));
    await writeOne(put(BookmarkItem, { ...wrong, ids: wrong.ids.map((id) => id + 1) }));
    expect(await recountLists(OPERATOR)).toMatchObject({ bookmarks: 1 });
    expect((await bookmarksOf(host)).flatMap((bookmark) => bookmark.ids)).toEqual(ids);
    expect(await recountLists(OPERATOR)).toMatchObject({ bookmarks: 0 });
  });
});
