import { idempotencyKeyRow } from "#lib/bookings/booking-key.ts";
import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { isRecorded, recordPayment } from "#lib/bookings/payments/record.ts";
import { OPERATOR } from "#lib/caller.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";

const EXTERNAL_ID = "demo-payment";
const IDEMPOTENCY_KEY = "demo-paid-booking";
const DAY = 86_400_000;
/** Far ahead, so that the booking does not overlap with bookings of people who try the service. */
const DAYS_AHEAD = 200;
const HOUR_OF_DAY = 4;

/** Creates the demo's paid booking and its payment, unless they exist: half a year ahead, at four in the morning. */
export async function seedPayment(hostId: number, eventTypeId: number): Promise<void> {
  if (await isRecorded(EXTERNAL_ID)) return;
  const bookingId = (await seededBooking(hostId)) ?? (await book(eventTypeId));
  const message = PaymentMessage.parse({
    externalId: EXTERNAL_ID,
    bookingId,
    appId: "stripe",
    amount: 5_000,
    fee: 175,
    currency: "USD",
    success: true,
    data: { receipt: "https://pay.example.com/receipts/demo" },
    occurredAt: nowIso(),
  });
  await recordPayment(OPERATOR, message);
}

async function seededBooking(userId: number): Promise<number | undefined> {
  const key = { userId, idempotencyKey: IDEMPOTENCY_KEY, keyChosenBy: OPERATOR.userId };
  const unique = await findItem(UniqueItem, idempotencyKeyRow(key));
  return unique && Number(unique.owner);
}

async function book(eventTypeId: number): Promise<number> {
  const start = new Date(now() + DAYS_AHEAD * DAY);
  start.setUTCHours(HOUR_OF_DAY, 0, 0, 0);
  const input = BookingCreate.parse({
    eventTypeId,
    start: start.toISOString(),
    responses: { name: "Pat Payer", email: "pat@example.com" },
    idempotencyKey: IDEMPOTENCY_KEY,
    sendEmails: false,
  });
  return (await createBooking(OPERATOR, input, "localhost")).id;
}
