import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
import { Payment } from "./model.ts";

/**
 * A payment as stored, without the app that is shown of it. `occurredAt` is when the latest message was so at the payment
 * gateway: an older one changes nothing but sticky flags.
 */
export const StoredPayment = Payment.omit({ app: true }).extend({
  version: Version,
  userId: z.int(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
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
  audit: { resource: "payment", id: "{id}" },
  personal: [{ of: "booker", id: "bookingId", fields: { data: "empty" } }],
  accountClosing: "kept",
});

/** Where a payment lies, for those who may see the payments of others. */
export const PaymentLocator = entity({
  name: "payment-locator",
  key: { pk: "PI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "kept",
});
