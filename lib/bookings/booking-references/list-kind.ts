import type * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { HangingKind } from "#lib/bookings/list-hanging.ts";
import { isSystemAdmin } from "#lib/caller.ts";
import type { Place } from "#lib/lists/kind.ts";
import { entity } from "#lib/table/entity.ts";
import { getItems, queryAll, queryPages, wanted } from "#lib/table/read.ts";
import { ReferenceItem, ReferenceLocator, RemovedReferenceItem, StoredReference } from "./entity.ts";

const ReferenceFacts = StoredReference.pick({ id: true, userId: true, type: true });

/** What a reference is filtered by. */
export type ReferenceFacts = z.output<typeof ReferenceFacts>;

/** Stored references, of which only these facts are carried. */
const FactsOfReference = entity({
  name: ReferenceItem.name,
  key: ReferenceItem.key,
  schema: ReferenceFacts,
});

/** References, as they are listed; to system admins with those that were removed in the last 30 days. */
export const ReferenceList: HangingKind<StoredReference, ReferenceFacts> = {
  kind: "reference",
  locator: ReferenceLocator,
  entity: ReferenceItem,
  find: (places) => getItems(places.map(placeOf)),
  pagesOf: (userId, range) => queryPages(ReferenceItem, { userId }, range),
  factsOf: (userId) => queryPages(FactsOfReference, { userId }, { attributesOfSchema: true }),
  placesIn: async (booking, caller) => {
    const { userId, references } = booking;
    const removed = isSystemAdmin(caller) ? await removedOf(booking) : [];
    return [...references.map(({ id }) => ({ userId, id })), ...removed];
  },
};

const placeOf = ({ userId, id, ttl }: Place) =>
  wanted(ttl === undefined ? ReferenceItem : RemovedReferenceItem, { userId, id });

async function removedOf({ userId, id }: StoredBooking): Promise<Place[]> {
  const removed = await queryAll(RemovedReferenceItem, { userId });
  return removed.filter(({ bookingId }) => bookingId === id);
}
