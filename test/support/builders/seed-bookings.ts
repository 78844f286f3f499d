import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookingWrites } from "#lib/bookings/new-booking-writes.ts";
import { takeIds } from "#lib/table/ids.ts";
import { transact } from "#lib/table/write.ts";
import { oldBooking } from "./old-booking.ts";

/** Ids taken at once. */
const IDS = 1_000;
/** Bookings of one transaction of at most 100 items, four of each with the audit trail: faster than as many items apart. */
const AT_ONCE = 25;

/** Which bookings to seed. */
export interface Seed {
  /** Take turns. */
  hosts: readonly number[];
  count: number;
  /** What differs from an old booking. */
  changes?: (at: number) => Partial<StoredBooking>;
}

/** Writes old bookings straight into the table, without claims, attendees' rows and events; answers their ids. */
export async function seedBookings({ hosts, count, changes }: Seed): Promise<number[]> {
  const seeded: number[] = [];
  while (seeded.length < count) {
    const ids = await takeIds("booking", Math.min(IDS, count - seeded.length));
    const bookings = ids.map((id, index) => {
      const at = seeded.length + index;
      return { ...oldBooking({ id, at, userId: hosts[at % hosts.length] ?? 0 }), ...changes?.(at) };
    });
    for (let at = 0; at < bookings.length; at += AT_ONCE)
      await transact(bookings.slice(at, at + AT_ONCE).flatMap(bookingWrites));
    seeded.push(...ids);
  }
  return seeded;
}
