import * as z from "zod";
import type { BookingChild } from "#lib/bookings/children/booking-child.ts";
import { ChildFilter, listChildren } from "#lib/bookings/children/list.ts";
import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import type { Location } from "#lib/storage/lists/kind.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { ReferenceItem, References, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** Gets a reference to change it: as the first host of its booking, or as a system admin. */
export const getChangeableReference = (caller: Caller, id: number): Promise<StoredReference> =>
  getChangeableBookingChild(caller, References.lookup(id));

/** Gets a reference of one of the caller's bookings. System admins also get those that were deleted in the last 30 days. */
export const getReference = (caller: Caller, id: number): Promise<StoredReference> =>
  isSystemAdmin(caller)
    ? getBookingChild(caller, {
        ...References.lookup(id),
        findOfHost: (userId) => findIncludingRemoved({ userId, id }),
      })
    : getBookingChild(caller, References.lookup(id));

async function findIncludingRemoved(key: {
  userId: number;
  id: number;
}): Promise<StoredReference | undefined> {
  const [present, removed] = await findItems([
    itemRequest(ReferenceItem, key),
    itemRequest(RemovedReferenceItem, key),
  ]);
  return present ?? removed;
}

/** The query of the list of references, without the parameters of pages. */
export const ReferenceFilter = ChildFilter.extend({
  type: z.string().max(100).optional().describe("Only references of this type, such as `zoom_video`."),
});
export type ReferenceFilter = z.output<typeof ReferenceFilter>;

/** Lists the references of the bookings that a caller hosts. System admins get those of all bookings, and those deleted in the last 30 days. */
export function listReferences(
  caller: Caller,
  { type, ...filter }: ReferenceFilter = {},
): ListSource<StoredReference> {
  const matches = type === undefined ? undefined : (reference: StoredReference) => reference.type === type;
  return listChildren(caller, ReferenceList, { ...filter, matches });
}

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
