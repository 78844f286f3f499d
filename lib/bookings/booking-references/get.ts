import { findHosted } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { ReferenceItem, ReferenceLocator, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** Reads a reference of one of the caller's bookings. One round trip; two for an admin whose own it is not. */
export const findReference = (caller: Caller, id: number): Promise<StoredReference> =>
  findHosted(caller, {
    called: "Booking reference",
    findAt: (userId) => getItem(ReferenceItem, { userId, id }),
    hostOf: () => hostOf(id),
  });

/** The same, but a system admin also finds what was removed in the last 30 days. */
export const getReference = (caller: Caller, id: number): Promise<StoredReference> =>
  isSystemAdmin(caller)
    ? findHosted(caller, {
        called: "Booking reference",
        findAt: (userId) => findThoughRemoved({ userId, id }),
        hostOf: () => hostOf(id),
      })
    : findReference(caller, id);

const hostOf = async (id: number): Promise<number | undefined> =>
  (await getItem(ReferenceLocator, { id }))?.userId;

async function findThoughRemoved(key: { userId: number; id: number }): Promise<StoredReference | undefined> {
  const [kept, removed] = await getItems([wanted(ReferenceItem, key), wanted(RemovedReferenceItem, key)]);
  return kept ?? removed;
}
