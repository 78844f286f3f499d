import type { BookingChild } from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { isSystemAdmin } from "#lib/caller.ts";
import type { Location } from "#lib/storage/lists/kind.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { ReferenceItem, References, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** References as a kind of list elements; for system admins with those that were deleted in the last 30 days. */
export const ReferenceList: BookingChild<StoredReference> = {
  ...References,
  find: (locations) => findItems(locations.map(requestFor)),
  locationsIn: async (booking, caller) => {
    const removed = isSystemAdmin(caller) ? await listRemoved(booking) : [];
    return [...(await References.locationsIn(booking, caller)), ...removed];
  },
};

const requestFor = ({ userId, id, ttl }: Location) =>
  itemRequest(ttl === undefined ? ReferenceItem : RemovedReferenceItem, { userId, id });

async function listRemoved({ userId, id }: StoredBooking): Promise<Location[]> {
  const removed = await queryAll(RemovedReferenceItem, { userId });
  return removed.filter(({ bookingId }) => bookingId === id);
}
