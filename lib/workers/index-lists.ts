import type { DynamoDBRecord } from "aws-lambda";
import { BookingItem } from "#lib/bookings/entity.ts";
import { BookingList } from "#lib/bookings/list.ts";
import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { bookmarkTimer, writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { isFreezePaused } from "#lib/storage/lists/frozen.ts";
import { lowerTallies, writeTallies } from "#lib/storage/lists/write-tallies.ts";
import { keysInRecords } from "#lib/storage/table/stream-records.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";

/**
 * Updates the bookmarks of the hosts of some new bookings, now and when these are frozen, and the counts of the lists with new or deleted elements. It computes them
 * again from the frozen parts of the lists, so a record that comes twice, late or never changes no count. During an import nothing
 * is frozen; the import updates bookmarks and counts at its end.
 */
export async function indexLists(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const inserted = records.filter(({ eventName }) => eventName === "INSERT");
  const removed = records.filter(({ eventName }) => eventName === "REMOVE");
  const bookings = keysInRecords(BookingItem, inserted);
  const mayFreeze = inserted.length === 0 || !(await isFreezePaused());
  const hosts = mayFreeze ? [...new Set(bookings.map(({ userId }) => Number(userId)))] : [];
  await Promise.all([...hosts.map(writeBookmarks), setTimers(hosts.map(bookmarkTimer))]);
  await Promise.all(
    LIST_KINDS.map(async (kind) => {
      const isAffected =
        keysInRecords(kind.locator, inserted).length > 0 || (kind === BookingList && bookings.length > 0);
      if (isAffected && mayFreeze) await writeTallies(kind);
      await lowerTallies(
        kind,
        keysInRecords(kind.locator, removed).map(({ id }) => Number(id)),
      );
    }),
  );
  return [];
}
