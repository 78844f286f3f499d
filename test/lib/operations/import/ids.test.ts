import { describe, expect, it } from "vitest";
import { BookingItem, BookmarkItem } from "#lib/bookings/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { listUsers } from "#lib/identity/users/read.ts";
import { setClock } from "#lib/platform/clock.ts";
import { isFreezePaused, pauseFreezing, resumeFreezing } from "#lib/storage/lists/frozen.ts";
import { TallyItem } from "#lib/storage/lists/tallies.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { enumerateAll, enumeratePages } from "#lib/storage/table/enumerate.ts";
import { splitGaps } from "#lib/storage/table/id-gaps.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { indexLists } from "#lib/workers/index-lists.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { bookingLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines, reasonsIn } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { streamRecord } from "#test/support/table/stream-record.ts";

useLocalTable();

it("ids that were issued before an import are rejected if they are in use, and accepted if they are free", async () => {
  const [host] = [await makeHost(), ...(await takeIds("user", 3))];
  const { userId } = host;
  const imported = await importLines([
    userLine(userId, { email: "another@example.com" }),
    userLine(userId + 1),
    userLine(50),
  ]);
  expect(reasonsIn(imported)).toEqual({ 1: `The user id ${userId} is already in use.` });
  expect(await takeIds("user", 1)).toEqual([51]);
});

describe("ids that start in the millions", () => {
  it("are listed without reading the ids before them, and new ids follow them", async () => {
    await importLines([userLine(7_000_000), userLine(7_000_001), userLine(9_000_000)]);
    await importLines([userLine(8_000_000)]);
    const ids = (await enumerateAll(UserItem, "user")).map(({ id }) => id);
    expect(ids.slice(-4)).toEqual([7_000_000, 7_000_001, 8_000_000, 9_000_000]);
    let pages = 0;
    for await (const page of enumeratePages(UserItem, "user")) pages += page.length < 0 ? 0 : 1;
    expect(pages).toBeLessThan(5);
    const { userId } = await makeHost();
    expect((await listUsers(OPERATOR)).at(-1)?.id).toBe(userId);
  });

  it("leave the wide gaps around them", () => {
    expect(splitGaps([[1, 10_000]], [5_000, 1, 4_800])).toEqual([
      [2, 4_799],
      [5_001, 10_000],
    ]);
    expect(
      splitGaps(
        [
          [1, 400],
          [1_000, 2_000],
        ],
        [],
      ),
    ).toEqual([[1_000, 2_000]]);
    expect(
      splitGaps(
        [
          [1, 1_000],
          [5_000, 6_000],
        ],
        [5_000, 6_000, 3_000],
      ),
    ).toEqual([
      [1, 1_000],
      [5_001, 5_999],
    ]);
  });
});

describe("while the freezing of lists is paused for an import", () => {
  it("no bookmark is written, and the end of the import counts everything", async () => {
    const userId = 61;
    await importLines([userLine(userId), eventTypeLine(60, userId)]);
    const [id = 0] = await seedBookings({ hosts: [userId], count: 1_100 });
    const index = () => indexLists([streamRecord("INSERT", primaryKey(BookingItem, { userId, id }))]);
    await pauseFreezing();
    await index();
    expect(await queryAll(BookmarkItem, { userId })).toEqual([]);
    await resumeFreezing();
    await index();
    expect((await queryAll(BookmarkItem, { userId })).map(({ ids }) => ids[0])).toEqual(
      Array.from({ length: 11 }, (_, at) => id + at * 100),
    );
    await writeOne(put(BookmarkItem, { userId, ordinal: 1_100, ids: [id] }));
    const start = Date.UTC(2020, 0, 1);
    await importLines([bookingLine({ id: 5_000, userId, eventTypeId: 60, start })]);
    expect(await queryAll(BookmarkItem, { userId })).toHaveLength(11);
    const [row] = await queryAll(TallyItem, { kind: "booking" });
    expect(row).toMatchObject({ n000: 999, n002: 0, n003: 0, n004: 0 });
  });

  it("the pause can be renewed, and ends after five minutes if the import was interrupted", async () => {
    await pauseFreezing();
    await pauseFreezing();
    expect(await isFreezePaused()).toBe(true);
    const later = Date.now() + 6 * 60_000;
    setClock(() => later);
    expect(await isFreezePaused()).toBe(false);
  });
});

it("lines that repeat the id of another object, or are invalid, are counted as rejected", async () => {
  const { result, rejectedLines } = await importLines([
    userLine(71),
    userLine(71, { email: "other@example.com" }),
    userLine(72, { email: "me" }),
    eventTypeLine(70, 71),
    eventTypeLine(70, 71, { slug: "other" }),
  ]);
  const counts = { imported: 1, unchanged: 0 };
  expect(result.counts).toEqual({ user: { ...counts, rejected: 2 }, event_type: { ...counts, rejected: 1 } });
  const reasons = rejectedLines.map(({ line, code }) => [line, code]);
  expect(reasons).toEqual([
    [2, "conflict"],
    [3, "invalid_line"],
    [5, "conflict"],
  ]);
});
