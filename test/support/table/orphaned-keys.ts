import { idempotencyKeyRow, needsKeyRow } from "#lib/bookings/booking-key.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import type { ServiceCalendar } from "#test/support/model/service-calendar.ts";

/** Finds the stored idempotency keys of a host, of any caller, that belong to no booking which reserves time. */
export async function listOrphanedKeys(
  { hosts, admin, stranger }: ServiceCalendar,
  userId: number,
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const holders = (await queryAll(BookingItem, { userId })).filter(
    (booking) => holdsTime(booking.status) && needsKeyRow(booking),
  );
  const held = new Set(holders.map((booking) => idempotencyKeyRow(booking).value));
  const spaces = [null, ...[...hosts, admin, stranger].map((caller) => caller.userId)];
  const possible = [...keys].flatMap((idempotencyKey) =>
    spaces.map((keyChosenBy) => idempotencyKeyRow({ userId, idempotencyKey, keyChosenBy })),
  );
  const rows = await findItems(possible.map((row) => itemRequest(UniqueItem, row)));
  return rows.flatMap((row) => (row && !held.has(row.value) ? [row.value] : []));
}
