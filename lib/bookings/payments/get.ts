import { getBookingChild } from "#lib/bookings/children/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Payments, type StoredPayment } from "./entity.ts";

/** Reads a payment of the caller's bookings; a system admin reads any. One round trip; two for an admin. */
export const getPayment = (caller: Caller, id: number): Promise<StoredPayment> =>
  getBookingChild(caller, Payments.hosted(id));
