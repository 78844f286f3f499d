import * as z from "zod";
import type { Caller } from "#lib/access/caller.ts";
import { requireSystemAdmin } from "#lib/access/require-admin.ts";
import { entity } from "#lib/table/entity.ts";
import { enumeratePages } from "#lib/table/enumerate.ts";
import { put, remove } from "#lib/table/operations.ts";
import { getItem, queryAll } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";
import { UserItem } from "#lib/users/entity.ts";
import { BookingItem, BookingMark, BookmarkItem } from "./entity.ts";
import { writeBookmarks } from "./write-bookmarks.ts";
import { writeTallies } from "./write-tallies.ts";

/** Ids of stored bookings; nothing else of them is carried. */
const IdOfBooking = entity({
  name: BookingItem.name,
  key: BookingItem.key,
  schema: z.object({ userId: z.int(), id: z.int() }),
});

/** What a recount found wrong, and put right. */
export interface Recount {
  hosts: number;
  marks: number;
  bookmarks: number;
}

/**
 * Makes marks, bookmarks and counts anew from the bookings themselves; for when they are doubted, and after bookings were
 * brought in from elsewhere. People may go on booking.
 */
export async function recountBookings(caller: Caller): Promise<Recount> {
  requireSystemAdmin(caller);
  const recount = { hosts: 0, marks: 0, bookmarks: 0 };
  for await (const users of enumeratePages(UserItem, "user"))
    for (const { id } of users) {
      const ids = (await queryAll(IdOfBooking, { userId: id }, { attributesOfSchema: true })).map(
        (it) => it.id,
      );
      recount.hosts += 1;
      recount.marks += await correctMarks(id, new Set(ids));
      recount.bookmarks += await dropWrongBookmarks(id, ids);
      await writeBookmarks(id);
    }
  await writeTallies({ again: true });
  return recount;
}

async function correctMarks(userId: number, ids: ReadonlySet<number>): Promise<number> {
  const marked = new Set((await queryAll(BookingMark, { userId })).map(({ id }) => id));
  const missing = [...ids].filter((id) => !marked.has(id));
  for (const id of missing) await write(put(BookingMark, { userId, id }));
  let stray = 0;
  for (const id of [...marked].filter((each) => !ids.has(each))) {
    // Booked since the bookings were read.
    if (await getItem(BookingItem, { userId, id })) continue;
    await write(remove(BookingMark, { userId, id }));
    stray += 1;
  }
  return missing.length + stray;
}

/** Removes the bookmarks from the first wrong one on; those before it stay. */
async function dropWrongBookmarks(userId: number, ids: readonly number[]): Promise<number> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const wrong = bookmarks.findIndex(
    (bookmark) =>
      String(ids.slice(bookmark.ordinal, bookmark.ordinal + bookmark.ids.length)) !== String(bookmark.ids),
  );
  const dropped = wrong < 0 ? [] : bookmarks.slice(wrong).toReversed();
  for (const { ordinal } of dropped) await write(remove(BookmarkItem, { userId, ordinal }));
  return dropped.length;
}
