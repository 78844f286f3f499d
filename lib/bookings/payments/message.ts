import * as z from "zod";
import { FreeJson } from "#lib/bookings/free-json.ts";
import { Instant } from "#lib/platform/instant.ts";
import { PaymentOption } from "./fields.ts";

/** In UTF-16 units. An id of this length fits into a key of the table, even with three bytes per unit. */
const LONGEST_ID = 200;
const MinorUnits = z.int().min(0);

/**
 * A message from a payment gateway, in the queue `payments`: the full state of one payment since `occurredAt`. The gateway
 * sends one whenever the payment changes.
 */
export const PaymentMessage = z
  .strictObject({
    externalId: z.string().min(1).max(LONGEST_ID).meta({
      description: "Id of the payment in the payment gateway; messages with the same id are the same payment",
    }),
    bookingId: z.int().min(1).optional(),
    bookingUid: z.string().min(1).max(LONGEST_ID).optional(),
    appId: z.string().min(1).max(LONGEST_ID).nullable().default(null),
    amount: MinorUnits.meta({ description: "Amount in minor units of the currency: 5000 is 50.00 USD" }),
    fee: MinorUnits.default(0),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code")
      .toUpperCase()
      .meta({ description: "ISO 4217 code, in any case" }),
    success: z.boolean().default(false).meta({ description: "Cannot return to false" }),
    refunded: z.boolean().default(false).meta({ description: "Cannot return to false" }),
    paymentOption: PaymentOption.default("ON_BOOKING"),
    data: FreeJson.default({}).meta({ description: "Other data of the payment gateway; at most 32 KB" }),
    occurredAt: Instant.meta({
      description: "Time of this state of the payment, in ISO 8601",
      format: "date-time",
    }),
  })
  .refine(
    ({ bookingId, bookingUid }) => (bookingId === undefined) !== (bookingUid === undefined),
    "must have one of bookingId and bookingUid",
  )
  .meta({ oneOf: [{ required: ["bookingId"] }, { required: ["bookingUid"] }] });
export type PaymentMessage = z.output<typeof PaymentMessage>;
