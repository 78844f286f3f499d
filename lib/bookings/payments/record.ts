import { isDeepStrictEqual } from "node:util";
import { newChildFields } from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { newUid } from "#lib/bookings/identifiers.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { writeBooking } from "#lib/bookings/write-booking.ts";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Rejection } from "#lib/entry/consumers/message.ts";
import { Failure } from "#lib/failures.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { claimUnique, type Operation, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { recordInBooking } from "./booking-writes.ts";
import { PaymentItem, Payments, type StoredPayment } from "./entity.ts";
import type { PaymentMessage } from "./message.ts";

const kind = "payment";

/**
 * Records a message from a payment gateway: the payment, its summary in the booking, and the event, in one transaction. A repeated message
 * changes nothing, and messages can arrive in any order.
 *
 * @throws {Rejection} if the message can never be recorded
 */
export async function recordPayment(caller: Caller, message: PaymentMessage): Promise<StoredPayment> {
  requireSystemAdmin(caller);
  let recorded: StoredPayment | undefined;
  await writeBooking(async () => {
    const [booking, unique] = await Promise.all([
      getBookingOfMessage(caller, message),
      findItem(UniqueItem, { kind, value: message.externalId }),
    ]);
    const before = unique && (await getRecordedPayment(booking, Number(unique.owner)));
    const after = before ? updatePayment(before, message) : newPayment(booking, await newId(), message);
    recorded = after;
    if (isDeepStrictEqual(before, after)) return { before: booking, after: booking };
    if (before) recorded = { ...after, version: before.version + 1 };
    return { ...recordInBooking(booking, before, after), others: paymentWrites(before, after) };
  });
  if (!recorded) throw new TypeError("a payment was recorded without a decision");
  return recorded;
}

/** Whether a payment with this id of the payment gateway is recorded. */
export const isRecorded = async (externalId: string): Promise<boolean> =>
  (await findItem(UniqueItem, { kind, value: externalId })) !== undefined;

async function getBookingOfMessage(
  caller: Caller,
  { bookingId, bookingUid = "" }: PaymentMessage,
): Promise<StoredBooking> {
  try {
    return await getBooking(caller, bookingId ?? bookingUid);
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found")
      throw new Rejection("unknown_booking", "The booking does not exist.");
    throw error;
  }
}

async function getRecordedPayment(
  { id: bookingId, userId }: StoredBooking,
  id: number,
): Promise<StoredPayment> {
  const payment = await findItem(PaymentItem, { userId, id });
  if (payment?.bookingId !== bookingId)
    throw new Rejection("other_booking", "The externalId belongs to a payment of another booking.");
  return payment;
}

async function newId(): Promise<number> {
  const [id = 0] = await takeIds("payment", 1);
  return id;
}

function paymentWrites(before: StoredPayment | undefined, after: StoredPayment): Operation[] {
  if (before) return [replace(PaymentItem, before, after)];
  const { id, externalId } = after;
  return [claimUnique({ kind, value: externalId, owner: id }), ...Payments.create(after)];
}

const newPayment = (booking: StoredBooking, id: number, message: PaymentMessage): StoredPayment => ({
  ...fieldsOf(message),
  ...newChildFields(booking),
  id,
  uid: newUid(),
});

/** Applies a message to a payment: the fields of the latest message; `success` and `refunded` never return to false. */
const updatePayment = (before: StoredPayment, message: PaymentMessage): StoredPayment => ({
  ...before,
  ...(isLatest(before, message) && fieldsOf(message)),
  success: before.success || message.success,
  refunded: before.refunded || message.refunded,
});

/** Whether a message is later than those recorded. Of two at the same instant, the one with more flags is the later one. */
function isLatest(before: StoredPayment, message: PaymentMessage): boolean {
  if (message.occurredAt !== before.occurredAt) return message.occurredAt > before.occurredAt;
  return message.success >= before.success && message.refunded >= before.refunded;
}

const fieldsOf = ({ bookingId, bookingUid, ...fields }: PaymentMessage) => fields;
