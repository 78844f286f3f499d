import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookingWrites } from "#lib/bookings/write-booking.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { transact } from "#lib/storage/table/write.ts";
import { oldBooking } from "./old-booking.ts";

/** Ids of one call. */
const IDS = 1_000;
/** Bookings in one transaction of at most 100 items. Each has four, with its audit entry. */
const PER_TRANSACTION = 25;

/** Which bookings to seed. */
export interface Seed {
  /** Bookings are assigned to them in turn. */
  hosts: readonly number[];
  count: number;
  /** Fields that differ from an old booking. */
  changes?: (at: number) => Partial<StoredBooking>;
}

/** Writes old bookings directly into the table, without claims, attendee items and events. Returns their ids. */
export async function seedBookings({ hosts, count, changes }: Seed): Promise<number[]> {
  const seeded: number[] = [];
  while (seeded.length < count) {
    const ids = await takeIds("booking", Math.min(IDS, count - seeded.length));
    const bookings = ids.map((id, index) => {
      const at = seeded.length + index;
      return { ...oldBooking({ id, at, userId: hosts[at % hosts.length] ?? 0 }), ...changes?.(at) };
    });
    for (let at = 0; at < bookings.length; at += PER_TRANSACTION)
      await transact(bookings.slice(at, at + PER_TRANSACTION).flatMap(bookingWrites));
    seeded.push(...ids);
  }
  return seeded;
}
