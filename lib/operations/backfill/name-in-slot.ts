import { BookingItem } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { SlotItem } from "#lib/calendar/claims/seats.ts";
import { bookingsIn, nameInSlot } from "#lib/calendar/claims/slot-bookings.ts";
import { now } from "#lib/platform/clock.ts";
import { equals, present } from "#lib/storage/table/condition.ts";
import { decode } from "#lib/storage/table/entity.ts";
import { check, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import { transact } from "#lib/storage/table/write.ts";

/** Adds a booking that has not ended to its slot: the earlier format of slots had no bookings. Returns whether it was missing there. */
export async function addNameToSlot(item: RawItem, { isDryRun }: { isDryRun: boolean }): Promise<boolean> {
  let booking = decode(BookingItem, item);
  return retryFailedCondition(async (failed) => {
    if (failed && booking) booking = await findItem(BookingItem, booking);
    if (!booking || !holdsTime(booking.status) || Date.parse(booking.endTime) < now()) return false;
    const { id, userId, claim, version } = booking;
    if (claim?.slot == null) return false;
    const key = { userId, slot: claim.slot };
    const slot = await findItem(SlotItem, key);
    if (!slot || bookingsIn(slot).some((other) => other.id === id)) return false;
    if (isDryRun) return true;
    await transact([
      check(BookingItem, { userId, id }, { if: equals("version", version) }),
      update(SlotItem, key, { set: nameInSlot(booking), if: present("pk") }),
    ]);
    return true;
  });
}
