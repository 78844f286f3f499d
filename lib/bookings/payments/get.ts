import { getBookingChild } from "#lib/bookings/children/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Payments, type StoredPayment } from "./entity.ts";

/** Gets a payment of one of the caller's bookings; any payment for a system admin. */
export const getPayment = (caller: Caller, id: number): Promise<StoredPayment> =>
  getBookingChild(caller, Payments.lookup(id));
