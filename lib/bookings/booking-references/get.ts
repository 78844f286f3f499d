import { findHosted } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { ReferenceItem, References, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** Reads a reference of one of the caller's bookings. One round trip; two for an admin whose own it is not. */
export const findReference = (caller: Caller, id: number): Promise<StoredReference> =>
  findHosted(caller, References.hosted(id));

/** The same, but a system admin also finds what was removed in the last 30 days. */
export const getReference = (caller: Caller, id: number): Promise<StoredReference> =>
  isSystemAdmin(caller)
    ? findHosted(caller, {
        ...References.hosted(id),
        findAt: (userId) => findThoughRemoved({ userId, id }),
      })
    : findReference(caller, id);

async function findThoughRemoved(key: { userId: number; id: number }): Promise<StoredReference | undefined> {
  const [kept, removed] = await getItems([wanted(ReferenceItem, key), wanted(RemovedReferenceItem, key)]);
  return kept ?? removed;
}
