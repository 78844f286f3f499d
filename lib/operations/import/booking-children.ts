import { Attendees, newAttendee } from "#lib/bookings/attendees/entity.ts";
import { References } from "#lib/bookings/booking-references/entity.ts";
import { type BookingChild, newChildFields } from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { Payments } from "#lib/bookings/payments/entity.ts";
import { conflictAt } from "#lib/failures.ts";
import type { ListElement } from "#lib/storage/lists/kind.ts";
import type { IdKind } from "#lib/storage/table/ids.ts";
import { claimUnique, type Operation } from "#lib/storage/table/operations.ts";
import { type ItemRequest, itemRequest } from "#lib/storage/table/read.ts";
import type { BookingLine } from "./booking-line.ts";

/** A payment, reference or attendee of an imported booking. */
export interface ImportedChild {
  kind: IdKind;
  id: number;
  /** The item by which it is found. */
  locator: ItemRequest;
  writes: Operation[];
}

/** Most operations of a child. */
export const LARGEST_CHILD = 3;

/**
 * The children of an imported booking, payments first: only those that are both in the line and in the booking, because an earlier import
 * may have stored the booking, and it may have been changed since.
 */
export function childrenOf(line: BookingLine, booking: StoredBooking): ImportedChild[] {
  const { createdAt } = booking;
  const shared = { ...newChildFields(booking), createdAt };
  const payments = booking.payment.flatMap(({ id, uid, externalId }) => {
    const fields = line.payment.find((each) => each.id === id);
    if (!fields) return [];
    const at = fields.createdAt ?? createdAt;
    const failure = conflictAt("#/payment", `A payment with externalId "${externalId}" already exists.`);
    const payment = { ...fields, ...shared, uid, externalId, createdAt: at, occurredAt: at };
    return childOf(Payments, payment, [
      claimUnique({ kind: "payment", value: externalId, owner: id }, failure),
    ]);
  });
  const references = booking.references.flatMap(({ id }) => {
    const fields = line.references.find((each) => each.id === id);
    return fields ? childOf(References, { ...fields, ...shared }) : [];
  });
  const attendees = booking.attendees.map((fields) => {
    const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === fields.id) ?? null;
    return childOf(Attendees, { ...newAttendee(booking, fields, seat), createdAt });
  });
  return [...payments, ...references, ...attendees];
}

const childOf = <T extends ListElement>(
  { kind, locator, create }: BookingChild<T>,
  child: T,
  unique: Operation[] = [],
): ImportedChild => ({
  kind,
  id: child.id,
  locator: itemRequest(locator, { id: child.id }),
  writes: [...unique, ...create(child)],
});
