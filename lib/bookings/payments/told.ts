import { newChildFields } from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { newUid } from "#lib/bookings/identifiers.ts";
import type { StoredPayment } from "./entity.ts";
import type { PaymentMessage } from "./message.ts";

/** A payment as the first message tells it. */
export const firstTold = (booking: StoredBooking, id: number, message: PaymentMessage): StoredPayment => ({
  ...toldBy(message),
  ...newChildFields(booking),
  id,
  uid: newUid(),
});

/**
 * A payment after one message more, in any order: what succeeded or was refunded stays so, all else is as the
 * message says that is latest at the gateway.
 */
export const retold = (before: StoredPayment, message: PaymentMessage): StoredPayment => ({
  ...before,
  ...(isLatest(before, message) && toldBy(message)),
  success: before.success || message.success,
  refunded: before.refunded || message.refunded,
});

/** Of two messages of the same instant the one that tells more of the payment's way is the later one. */
function isLatest(before: StoredPayment, message: PaymentMessage): boolean {
  if (message.occurredAt !== before.occurredAt) return message.occurredAt > before.occurredAt;
  return message.success >= before.success && message.refunded >= before.refunded;
}

const toldBy = ({ bookingId, bookingUid, ...told }: PaymentMessage) => told;
