import type { StoredBooking } from "#lib/bookings/entity.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { ReferenceItem } from "./entity.ts";

/** The writes that mark those references as deleted which a change of their booking, its cancellation, has deleted. */
export function markDeletedReferences(before: StoredBooking, after: StoredBooking): Operation[] {
  const kept = new Set(before.references.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const { userId } = after;
  return after.references
    .filter(({ id, deleted }) => deleted && kept.has(id))
    .map(({ id }) => update(ReferenceItem, { userId, id }, { set: { deleted: true }, if: present("pk") }));
}
