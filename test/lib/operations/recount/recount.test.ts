import { expect, test } from "vitest";
import { BookmarkItem } from "#lib/bookings/entity.ts";
import { recountHost } from "#lib/operations/recount/recount.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

test("a recount deletes a wrong bookmark of a host, and all after it", async () => {
  const { userId } = await makeHost();
  for (const ordinal of [0, 100, 200])
    await writeOne(put(BookmarkItem, { userId, ordinal, ids: [ordinal + 1] }));
  expect(await recountHost(userId)).toBe(3);
  expect(await queryAll(BookmarkItem, { userId })).toEqual([]);
});
