import * as z from "zod";
import { BookingLink } from "#lib/attendees/entity.ts";
import { entity, Version } from "#lib/table/entity.ts";

/** How somebody pays: at once, or by a hold that is charged when they do not come. */
export const PaymentOption = z.enum(["ON_BOOKING", "HOLD"]);
export type PaymentOption = z.output<typeof PaymentOption>;

/** A payment as stored; amounts in minor units. */
export const StoredPayment = z.object({
  id: z.int(),
  uid: z.string(),
  version: Version,
  userId: z.int(),
  bookingId: z.int(),
  booking: BookingLink,
  appId: z.string().nullable(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  success: z.boolean(),
  refunded: z.boolean(),
  paymentOption: PaymentOption.nullable(),
  externalId: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** When what it says was so at the gateway; an older message changes nothing but sticky flags. */
  occurredAt: z.string(),
});
export type StoredPayment = z.output<typeof StoredPayment>;

/** A payment, in the partition of the booking's host; in GSI1 for counting. */
export const PaymentItem = entity({
  name: "payment",
  key: { pk: "H#{userId}", sk: "P#{id:10}" },
  indexes: { GSI1: { pk: "PH#{userId}", sk: "{id:10}" } },
  versioned: true,
  schema: StoredPayment,
});

/** Where a payment lies, for those who may see the payments of others. */
export const PaymentLocator = entity({
  name: "payment-locator",
  key: { pk: "PI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
});
