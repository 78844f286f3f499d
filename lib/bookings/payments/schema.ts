import * as z from "zod";
import { BookingLink } from "#lib/bookings/schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { PaymentApp, PaymentOption } from "./fields.ts";

/** The id of a payment in a path. */
export const PaymentId = WholeNumber.describe("Id of the payment.");

/**
 * A payment as the API returns it: with all fields, those without a value as null, and amounts in minor units. `data` is for system admins,
 * and null for others.
 */
export const Payment = z
  .object({
    id: z.int().describe("Id of the payment."),
    uid: z.string().describe("Random id of the payment."),
    appId: z.string().nullable().describe("App that took the payment, such as `stripe`; null if unknown."),
    app: PaymentApp.nullable().describe("The app that took the payment; null if unknown."),
    bookingId: z.int().describe("Id of the booking."),
    booking: BookingLink.describe("The booking."),
    amount: z.int().describe("Amount in minor units of the currency: 5000 is 50.00."),
    fee: z.int().describe("Fee of the payment gateway, in minor units of the currency."),
    currency: z.string().describe("ISO 4217 code, such as `CHF`."),
    success: z.boolean().describe("Whether the payment succeeded."),
    refunded: z.boolean().describe("Whether the payment was refunded."),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("Data of the payment gateway; null unless the caller is a system admin."),
    externalId: z.string().describe("Id of the payment at the payment gateway."),
    paymentOption: PaymentOption.nullable().describe("How the attendee pays; null if unknown."),
  })
  .describe("A payment for a booking.");
export type Payment = z.output<typeof Payment>;
