import type { StoredPayment } from "#lib/bookings/payments/entity.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { recordPayment } from "#lib/bookings/payments/record.ts";
import { OPERATOR } from "#lib/caller.ts";

let made = 0;

/** A message of a payment gateway about a new payment of 50.00 USD. */
export const paymentMessage = (fields: Record<string, unknown>) => ({
  externalId: `pay_${++made}`,
  amount: 5000,
  currency: "USD",
  occurredAt: "2026-05-01T10:00:00Z",
  ...fields,
});

/** Records a payment as the consumer of the queue does. */
export const pay = (fields: Record<string, unknown>): Promise<StoredPayment> =>
  recordPayment(OPERATOR, PaymentMessage.parse(paymentMessage(fields)));
