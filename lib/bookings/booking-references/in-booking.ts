import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { all, type Condition, present } from "#lib/table/condition.ts";
import { elementPath } from "#lib/table/form.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import type { StoredReference } from "./entity.ts";

/** A booking with a reference as it is to be, new or changed. */
export const withReference = (booking: StoredBooking, reference: StoredReference): StoredBooking => ({
  ...booking,
  references: [
    ...booking.references.filter(({ id }) => id !== reference.id),
    ReferenceSummary.parse(reference),
  ],
});

/** The write that shows a reference in its booking as it is; refused where the condition on the booking does not hold. */
export const showReference = (reference: StoredReference, when: Condition = present("pk")): Operation =>
  update(
    BookingItem,
    { userId: reference.userId, id: reference.bookingId },
    {
      set: {
        [elementPath(BookingItem, ["references", reference.id])]: ReferenceSummary.parse(reference),
        updatedAt: nowIso(),
      },
      if: all(present("pk"), when),
    },
  );

/** The write by which a booking shows a reference no more. */
export const hideReference = ({ userId, bookingId, id }: StoredReference): Operation =>
  update(
    BookingItem,
    { userId, id: bookingId },
    {
      set: { updatedAt: nowIso() },
      remove: [elementPath(BookingItem, ["references", id])],
      if: present("pk"),
    },
  );
