import * as z from "zod";
import { bookingChild, ChildFields, childItem, childLocator } from "#lib/bookings/children/booking-child.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { Payment } from "./schema.ts";

/**
 * A payment as it is stored, without the app, which is derived from `appId`. `occurredAt` is the time of the latest message at the payment
 * gateway; an older message can only set `success` and `refunded`.
 */
export const StoredPayment = Payment.omit({ app: true }).extend({
  ...ChildFields.shape,
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.string(),
});
export type StoredPayment = z.output<typeof StoredPayment>;

export const PaymentItem = entity({
  name: "payment",
  ...childItem("P"),
  schema: StoredPayment,
  attributes: ["id", "userId", "bookingId"],
  audit: { resource: "payment", id: "{id}" },
  personal: [{ of: "booker", id: "bookingId", fields: { data: "empty" } }],
});

export const PaymentLocator = entity({ name: "payment-locator", ...childLocator("P") });

/** The payments of bookings. */
export const Payments = bookingChild({
  kind: "payment",
  resource: "Payment",
  entity: PaymentItem,
  locator: PaymentLocator,
  field: "payment",
});
