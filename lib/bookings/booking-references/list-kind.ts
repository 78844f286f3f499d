import type { BookingChild } from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { isSystemAdmin } from "#lib/caller.ts";
import type { Location } from "#lib/lists/kind.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { ReferenceItem, References, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** References as they are listed: for system admins with those that were deleted in the last 30 days. */
export const ReferenceList: BookingChild<StoredReference> = {
  ...References,
  find: (places) => getItems(places.map(placeOf)),
  placesIn: async (booking, caller) => {
    const removed = isSystemAdmin(caller) ? await removedOf(booking) : [];
    return [...(await References.placesIn(booking, caller)), ...removed];
  },
};

const placeOf = ({ userId, id, ttl }: Location) =>
  itemRequest(ttl === undefined ? ReferenceItem : RemovedReferenceItem, { userId, id });

async function removedOf({ userId, id }: StoredBooking): Promise<Location[]> {
  const removed = await queryAll(RemovedReferenceItem, { userId });
  return removed.filter(({ bookingId }) => bookingId === id);
}
