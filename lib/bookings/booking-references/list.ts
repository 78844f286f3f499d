import * as z from "zod";
import { ChildFilter, listChildren } from "#lib/bookings/children/list.ts";
import type { Caller } from "#lib/caller.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { StoredReference } from "./entity.ts";
import { ReferenceList } from "./list-kind.ts";

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
