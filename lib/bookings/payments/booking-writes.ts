import { isDeepStrictEqual } from "node:util";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import { PaymentSummary } from "#lib/bookings/schema.ts";
import { Rejection } from "#lib/consumers/message.ts";
import type { WebhookTrigger } from "#lib/events/triggers.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { itemBytes } from "#lib/table/item-bytes.ts";
import { type Operation, replace } from "#lib/table/operations.ts";
import type { StoredPayment } from "./entity.ts";

/** The most payments of a booking, whose summaries are all in its item. */
const MAX_PAYMENTS = 100;
/** The most bytes of these summaries: about 120 usual ones. `requireRoom` leaves this room in the item. */
const MAX_PAYMENT_BYTES = 24 * 1_024;

/**
 * Creates the operations that record a payment in its booking: the summary, whether the booking is paid, and the event. None if the booking
 * stays the same.
 *
 * @throws {Rejection} `too_many_payments`
 */
export function recordInBooking(
  booking: StoredBooking,
  before: StoredPayment | undefined,
  after: StoredPayment,
): Operation[] {
  const summary = PaymentSummary.parse(after);
  const others = booking.payment.filter(({ id }) => id !== after.id);
  const payment = [...others, summary].toSorted((one, other) => one.id - other.id);
  if (isDeepStrictEqual(payment, booking.payment)) return [];
  if (payment.length > MAX_PAYMENTS || itemBytes(payment) > MAX_PAYMENT_BYTES)
    throw new Rejection(
      "too_many_payments",
      `A booking has at most ${MAX_PAYMENTS} payments of ${MAX_PAYMENT_BYTES / 1_024} KB together.`,
    );
  const trigger = findTrigger(before, after);
  const bookingAfter = {
    ...booking,
    payment,
    paid: payment.some(({ success, refunded }) => success && !refunded),
    eventSequence: booking.eventSequence + (trigger ? 1 : 0),
    updatedAt: nowIso(),
  };
  return [
    replace(BookingItem, booking, bookingAfter),
    ...(trigger ? recordEvent(trigger, bookingAfter, { payment: summary }) : []),
  ];
}

/** Returns the event of a message: of the first success, or of the first message of its payment. */
function findTrigger(before: StoredPayment | undefined, after: StoredPayment): WebhookTrigger | undefined {
  if (after.success && !before?.success) return "BOOKING_PAID";
  return before ? undefined : "BOOKING_PAYMENT_INITIATED";
}
