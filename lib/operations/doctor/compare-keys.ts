import { idempotencyKeyRow, needsKeyRow } from "#lib/bookings/booking-key.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { holderText, type Suspicion } from "./disagreement.ts";

/** Compares idempotency keys with their rows: a booking that holds time and needs a row must own it; other bookings must not. */
export async function compareKeys(bookings: readonly StoredBooking[]): Promise<Suspicion[]> {
  const keyed = bookings.filter(({ idempotencyKey }) => idempotencyKey !== null);
  const rows = await findItems(keyed.map((booking) => itemRequest(UniqueItem, idempotencyKeyRow(booking))));
  return keyed.flatMap((booking, at) => {
    const owner = rows[at]?.owner;
    const isOwn = owner === booking.id;
    if (isOwn === (holdsTime(booking.status) && needsKeyRow(booking))) return [];
    return [
      {
        userId: booking.userId,
        part: "key" as const,
        subject: `idempotency key of booking ${booking.id}`,
        expected: holderText(isOwn ? undefined : booking.id),
        found: holderText(owner),
        asOf: `${booking.id}:${booking.version}`,
      },
    ];
  });
}
