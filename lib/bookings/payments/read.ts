import * as z from "zod";
import { ChildFilter, listChildren } from "#lib/bookings/children/list.ts";
import { getBookingChild } from "#lib/bookings/children/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { Payments, type StoredPayment } from "./entity.ts";
import { appOf } from "./fields.ts";
import type { Payment } from "./schema.ts";

/** Gets a payment of one of the caller's bookings; any payment for a system admin. */
export const getPayment = (caller: Caller, id: number): Promise<StoredPayment> =>
  getBookingChild(caller, Payments.lookup(id));

const Flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((text) => text === "true");

/** The query of the list of payments, without the parameters of pages. */
export const PaymentFilter = ChildFilter.extend({
  success: Flag.optional().describe("Only payments that succeeded (`true`) or did not (`false`)."),
  refunded: Flag.optional().describe("Only payments that were refunded (`true`) or were not (`false`)."),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

/** Lists the payments of the bookings that a caller hosts; of all bookings for a system admin. */
export function listPayments(
  caller: Caller,
  { success, refunded, ...filter }: PaymentFilter = {},
): ListSource<StoredPayment> {
  const isPlain = success === undefined && refunded === undefined;
  const matches = (payment: StoredPayment): boolean =>
    (success ?? payment.success) === payment.success && (refunded ?? payment.refunded) === payment.refunded;
  const list = listChildren(caller, Payments, { ...filter, matches: isPlain ? undefined : matches });
  return { ...list, render: (payment) => renderPayment(caller, payment) };
}

/** Renders a payment for the API: only system admins get its `data`. */
export function renderPayment(caller: Caller, payment: StoredPayment): Payment & { version: number } {
  return {
    ...payment,
    app: appOf(payment),
    data: isSystemAdmin(caller) ? payment.data : null,
  };
}
