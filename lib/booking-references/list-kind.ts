import type { ListKind, Place } from "#lib/lists/kind.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { ReferenceItem, ReferenceLocator, RemovedReferenceItem, type StoredReference } from "./entity.ts";

/** References, as a kind of elements that are listed; those their hosts have deleted for 30 days more. */
export const ReferenceList: ListKind<StoredReference> = {
  kind: "reference",
  locator: ReferenceLocator,
  find: (places) => getItems(places.map(placeOf)),
};

const placeOf = ({ userId, id, ttl }: Place) =>
  wanted(ttl === undefined ? ReferenceItem : RemovedReferenceItem, { userId, id });
