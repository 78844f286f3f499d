import { AttendeeItem, AttendeeLocator } from "#lib/bookings/attendees/entity.ts";
import { newAttendee } from "#lib/bookings/attendees/writes.ts";
import { ReferenceItem, ReferenceLocator } from "#lib/bookings/booking-references/entity.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { newUid } from "#lib/bookings/identifiers.ts";
import { BookingLink } from "#lib/bookings/model.ts";
import { PaymentItem, PaymentLocator } from "#lib/bookings/payments/entity.ts";
import { absent, any, type Condition, equals } from "#lib/table/condition.ts";
import type { Entity, Stored } from "#lib/table/entity.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { type BookingLine, externalIdOf } from "./booking-line.ts";

/**
 * The writes of what hangs on an imported booking: those of one thing together. Each may be repeated, for those that do not fit into
 * the booking's own transaction come after it.
 */
export function hangingWrites(line: BookingLine, booking: StoredBooking): Operation[][] {
  const { id: bookingId, userId, createdAt } = booking;
  const shared = { userId, bookingId, booking: BookingLink.parse(booking), createdAt, version: 1 };
  const payments = line.payment.map((said) => {
    const { createdAt: at = createdAt } = said;
    const value = externalIdOf(said);
    const uid = booking.payment.find(({ id }) => id === said.id)?.uid ?? newUid();
    const payment = { ...said, ...shared, createdAt: at, occurredAt: at, externalId: value, uid };
    const unique = { kind: "payment", value, owner: said.id } as const;
    return [ownPut(UniqueItem, unique, { owner: said.id }), ...placed(PaymentItem, PaymentLocator, payment)];
  });
  const references = line.references.map((said) =>
    placed(ReferenceItem, ReferenceLocator, { ...said, ...shared }),
  );
  const attendees = booking.attendees.map((said) => {
    const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === said.id) ?? null;
    return placed(AttendeeItem, AttendeeLocator, { ...newAttendee(booking, said, seat), createdAt });
  });
  return [...payments, ...references, ...attendees];
}

/** Something in the partition of its host, and where to find it by its id. */
function placed<E extends Entity, L extends Entity>(
  entity: E,
  locator: L,
  value: Stored<E> & { id: number; userId: number; bookingId: number },
): Operation[] {
  const { id, userId, bookingId } = value;
  return [
    ownPut(entity, value, { bookingId }),
    ownPut(locator, { id, userId } as object as Stored<L>, { userId }),
  ];
}

/** A write of a new item, or of one that is there already and has the same owner. */
function ownPut<E extends Entity>(entity: E, value: Stored<E>, owner: Record<string, number>): Operation {
  const isOwn = Object.entries(owner).map(([name, id]): Condition => equals(name, id));
  return put(entity, value, { if: any(absent("pk"), ...isOwn) });
}
