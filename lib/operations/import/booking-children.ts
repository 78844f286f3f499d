import { AttendeeLocator } from "#lib/bookings/attendees/entity.ts";
import { newAttendee, placingAttendee } from "#lib/bookings/attendees/writes.ts";
import { ReferenceItem, ReferenceLocator } from "#lib/bookings/booking-references/entity.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { BookingLink } from "#lib/bookings/model.ts";
import { PaymentItem, PaymentLocator } from "#lib/bookings/payments/entity.ts";
import { Failure } from "#lib/failures.ts";
import type { IdKind } from "#lib/table/ids.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { type Wanted, wanted } from "#lib/table/read.ts";
import { claimUnique } from "#lib/table/unique.ts";
import type { BookingLine } from "./booking-line.ts";

/** A payment, reference or attendee of an imported booking. */
export interface BookingChild {
  kind: IdKind;
  id: number;
  /** The item by which it is found. */
  locator: Wanted;
  writes: Operation[];
}

/** Operations of a child at most. */
export const LARGEST_CHILD = 3;

/** The children of an imported booking that it names, payments first. */
export function childrenOf(line: BookingLine, booking: StoredBooking): BookingChild[] {
  const { id: bookingId, userId, createdAt } = booking;
  const shared = { userId, bookingId, booking: BookingLink.parse(booking), createdAt, version: 1 };
  const payments = booking.payment.flatMap(({ id, uid, externalId }) => {
    const fields = line.payment.find((each) => each.id === id);
    if (!fields) return [];
    const at = fields.createdAt ?? createdAt;
    const refusal = new Failure("conflict", `A payment with externalId "${externalId}" already exists.`);
    const payment = { ...fields, ...shared, uid, externalId, createdAt: at, occurredAt: at };
    const writes = [
      claimUnique({ kind: "payment", value: externalId, owner: id }, refusal),
      put(PaymentItem, payment),
      put(PaymentLocator, { id, userId }),
    ];
    return [{ kind: "payment", id, locator: wanted(PaymentLocator, { id }), writes } as const];
  });
  const references = inBoth(line.references, booking.references).map((fields) => {
    const { id } = fields;
    const writes = [put(ReferenceItem, { ...fields, ...shared }), put(ReferenceLocator, { id, userId })];
    return { kind: "reference", id, locator: wanted(ReferenceLocator, { id }), writes } as const;
  });
  const attendees = booking.attendees.map((fields) => {
    const { id } = fields;
    const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === id) ?? null;
    const writes = placingAttendee({ ...newAttendee(booking, fields, seat), createdAt });
    return { kind: "attendee", id, locator: wanted(AttendeeLocator, { id }), writes } as const;
  });
  return [...payments, ...references, ...attendees];
}

/** Children of the line that the booking still has: one that was stored before may have been changed since. */
const inBoth = <T extends { id: number }>(inLine: readonly T[], stored: readonly { id: number }[]): T[] =>
  inLine.filter(({ id }) => stored.some((each) => each.id === id));
