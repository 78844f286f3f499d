import * as z from "zod";
import { ChildFilter, listChildren } from "#lib/bookings/children/list.ts";
import type { Caller } from "#lib/caller.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { Payments, type StoredPayment } from "./entity.ts";
import { renderPayment } from "./render.ts";

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
