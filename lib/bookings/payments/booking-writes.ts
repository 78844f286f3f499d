import { isDeepStrictEqual } from "node:util";
import type { BookingChange } from "#lib/bookings/booking-change.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { PaymentSummary } from "#lib/bookings/schema.ts";
import { Rejection } from "#lib/entry/consumers/message.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import type { StoredPayment } from "./entity.ts";

/** The most payments of a booking, whose summaries are all in its item. */
const MAX_PAYMENTS = 100;
/** The most bytes of these summaries: about 120 usual ones. `requireItemSize` leaves this room in the item. */
const MAX_PAYMENT_BYTES = 24 * 1_024;

/**
 * Returns the change that records a payment in its booking: the summary, whether the booking is paid, and the event. The booking stays the
 * same object if nothing differs.
 *
 * @throws {Rejection} `too_many_payments`
 */
export function recordInBooking(
  booking: StoredBooking,
  before: StoredPayment | undefined,
  after: StoredPayment,
): BookingChange {
  const summary = PaymentSummary.parse(after);
  const others = booking.payment.filter(({ id }) => id !== after.id);
  const payment = [...others, summary].toSorted((one, other) => one.id - other.id);
  if (isDeepStrictEqual(payment, booking.payment)) return { before: booking, after: booking };
  if (payment.length > MAX_PAYMENTS || itemBytes(payment) > MAX_PAYMENT_BYTES)
    throw new Rejection(
      "too_many_payments",
      `A booking has at most ${MAX_PAYMENTS} payments of ${MAX_PAYMENT_BYTES / 1_024} KB together.`,
    );
  const trigger = findTrigger(before, after);
  const paid = payment.some(({ success, refunded }) => success && !refunded);
  return {
    before: booking,
    after: { ...booking, payment, paid, updatedAt: nowIso() },
    events: trigger ? [{ trigger, extras: { payment: summary } }] : [],
  };
}

/** Returns the event of a message: of the first success, or of the first message of its payment. */
function findTrigger(before: StoredPayment | undefined, after: StoredPayment): WebhookTrigger | undefined {
  if (after.success && !before?.success) return "BOOKING_PAID";
  return before ? undefined : "BOOKING_PAYMENT_INITIATED";
}
