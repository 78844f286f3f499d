import { isDeepStrictEqual } from "node:util";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking, getBookingByUid } from "#lib/bookings/visibility.ts";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Rejection } from "#lib/consumers/message.ts";
import { Failure } from "#lib/failures.ts";
import { takeIds } from "#lib/table/ids.ts";
import { claimUnique, type Operation, replace } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { transact } from "#lib/table/write.ts";
import { recordInBooking } from "./booking-writes.ts";
import { PaymentItem, Payments, type StoredPayment } from "./entity.ts";
import type { PaymentMessage } from "./message.ts";
import { firstTold, retold } from "./told.ts";

const kind = "payment";

/**
 * Records what a payment gateway tells of a payment: the payment, what its booking says of it, and the event, in one
 * transaction. The same message again changes nothing, and messages may come in any order. Three round trips for a payment
 * that is new, four for one that is known, one more by the booking's uid.
 *
 * @throws {Rejection} when the message can never be right
 */
export async function recordPayment(caller: Caller, message: PaymentMessage): Promise<StoredPayment> {
  requireSystemAdmin(caller);
  return retryFailedCondition(async () => {
    const [booking, unique] = await Promise.all([
      bookingMeant(caller, message),
      getItem(UniqueItem, { kind, value: message.externalId }),
    ]);
    const before = unique && (await recordedPayment(booking, Number(unique.owner)));
    const after = before ? retold(before, message) : firstTold(booking, await newId(), message);
    if (isDeepStrictEqual(before, after)) return after;
    await transact([...paymentWrites(before, after), ...recordInBooking(booking, before, after)]);
    return before ? { ...after, version: before.version + 1 } : after;
  });
}

/** Whether a payment of this id at its gateway has been recorded. */
export const isRecorded = async (externalId: string): Promise<boolean> =>
  (await getItem(UniqueItem, { kind, value: externalId })) !== undefined;

async function bookingMeant(
  caller: Caller,
  { bookingId, bookingUid = "" }: PaymentMessage,
): Promise<StoredBooking> {
  try {
    return await (bookingId === undefined
      ? getBookingByUid(caller, bookingUid)
      : getBooking(caller, bookingId));
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found")
      throw new Rejection("unknown_booking", "The booking does not exist.");
    throw error;
  }
}

async function recordedPayment({ id: bookingId, userId }: StoredBooking, id: number): Promise<StoredPayment> {
  const payment = await getItem(PaymentItem, { userId, id });
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
