import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
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
