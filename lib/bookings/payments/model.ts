import * as z from "zod";
import { BookingLink } from "#lib/bookings/model.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { PaymentApp, PaymentOption } from "./fields.ts";

/** The id of a payment in a path. */
export const PaymentId = WholeNumber;

/**
 * A payment as the API shows it: every field, unset ones null, amounts in minor units. `data` is what the
 * payment gateway said, shown to system admins only and null for others.
 */
export const Payment = z.object({
  id: z.int(),
  uid: z.string(),
  appId: z.string().nullable(),
  app: PaymentApp.nullable(),
  bookingId: z.int(),
  booking: BookingLink,
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  success: z.boolean(),
  refunded: z.boolean(),
  data: z.record(z.string(), z.unknown()).nullable(),
  externalId: z.string(),
  paymentOption: PaymentOption.nullable(),
});
export type Payment = z.output<typeof Payment>;
