import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { all, type Condition, present } from "#lib/storage/table/condition.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { ReferenceItem, type StoredReference } from "./entity.ts";

/** Returns a booking with a reference that is new or changed. */
export const withReference = (booking: StoredBooking, reference: StoredReference): StoredBooking => ({
  ...booking,
  references: [
    ...booking.references.filter(({ id }) => id !== reference.id),
    ReferenceSummary.parse(reference),
  ],
});

/** Creates the operation that writes a reference into the item of its booking, under a condition on the booking. */
export const putInBooking = (reference: StoredReference, condition: Condition = present("pk")): Operation =>
  update(
    BookingItem,
    { userId: reference.userId, id: reference.bookingId },
    {
      set: {
        [elementPath(BookingItem, ["references", reference.id])]: ReferenceSummary.parse(reference),
        updatedAt: nowIso(),
      },
      if: all(present("pk"), condition),
    },
  );

/** Creates the operation that removes a reference from the item of its booking. */
export const removeFromBooking = ({ userId, bookingId, id }: StoredReference): Operation =>
  update(
    BookingItem,
    { userId, id: bookingId },
    {
      set: { updatedAt: nowIso() },
      remove: [elementPath(BookingItem, ["references", id])],
      if: present("pk"),
    },
  );

/** Creates the operations that mark the references as deleted that a cancellation has marked in the booking. */
export function markDeletedReferences(before: StoredBooking, after: StoredBooking): Operation[] {
  const notDeleted = new Set(before.references.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const { userId, id: bookingId } = after;
  return after.references
    .filter(({ id, deleted }) => deleted && notDeleted.has(id))
    .map(({ id }) => {
      // The audit trail needs the booking, because a reschedule also writes another one.
      const reference = { userId, id, bookingId };
      return update(ReferenceItem, reference, { set: { deleted: true }, if: present("pk") });
    });
}
