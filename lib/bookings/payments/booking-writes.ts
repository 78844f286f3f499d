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

/** Payments of one booking, all of which are in its item. */
const MOST_PAYMENTS = 100;
/** Bytes of them: some 120 usual ones. The rest of the item has room for as many (`requireRoom`). */
const MOST_PAYMENT_BYTES = 24 * 1_024;

/**
 * The writes by which a booking learns of a payment: what it says of the payment, whether it is paid, and the event. None
 * when it says the same as before.
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
  if (payment.length > MOST_PAYMENTS || itemBytes(payment) > MOST_PAYMENT_BYTES)
    throw new Rejection(
      "too_many_payments",
      `A booking has at most ${MOST_PAYMENTS} payments of ${MOST_PAYMENT_BYTES / 1_024} KB together.`,
    );
  const trigger = triggerOf(before, after);
  const told = {
    ...booking,
    payment,
    paid: payment.some(({ success, refunded }) => success && !refunded),
    eventSequence: booking.eventSequence + (trigger ? 1 : 0),
    updatedAt: nowIso(),
  };
  return [
    replace(BookingItem, booking, told),
    ...(trigger ? recordEvent(trigger, told, { payment: summary }) : []),
  ];
}

/** What a message that was recorded is told as: a success once, all else only if it is the first of its payment. */
function triggerOf(before: StoredPayment | undefined, after: StoredPayment): WebhookTrigger | undefined {
  if (after.success && !before?.success) return "BOOKING_PAID";
  return before ? undefined : "BOOKING_PAYMENT_INITIATED";
}
