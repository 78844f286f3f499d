import { getBookingChild, getChangeableBookingChild } from "#lib/bookings/children/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { ReferenceItem, References, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** Reads a reference to change it: as the first host of its booking, or as a system admin. */
export const getChangeableReference = (caller: Caller, id: number): Promise<StoredReference> =>
  getChangeableBookingChild(caller, References.hosted(id));

/** Reads a reference of one of the caller's bookings. A system admin also finds what was removed in the last 30 days. */
export const getReference = (caller: Caller, id: number): Promise<StoredReference> =>
  isSystemAdmin(caller)
    ? getBookingChild(caller, {
        ...References.hosted(id),
        findAt: (userId) => findThoughRemoved({ userId, id }),
      })
    : getBookingChild(caller, References.hosted(id));

async function findThoughRemoved(key: { userId: number; id: number }): Promise<StoredReference | undefined> {
  const [kept, removed] = await getItems([
    itemRequest(ReferenceItem, key),
    itemRequest(RemovedReferenceItem, key),
  ]);
  return kept ?? removed;
}
