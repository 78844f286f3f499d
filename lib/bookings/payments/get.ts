import { findHosted } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { getItem } from "#lib/table/read.ts";
import { PaymentItem, PaymentLocator, type StoredPayment } from "./entity.ts";

/** Reads a payment of the caller's bookings; a system admin reads any. One round trip; two for an admin. */
export const getPayment = (caller: Caller, id: number): Promise<StoredPayment> =>
  findHosted(caller, {
    called: "Payment",
    findAt: (userId) => getItem(PaymentItem, { userId, id }),
    hostOf: async () => (await getItem(PaymentLocator, { id }))?.userId,
  });
