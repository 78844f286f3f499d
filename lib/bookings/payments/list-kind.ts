import type * as z from "zod";
import type { HangingKind } from "#lib/bookings/list-hanging.ts";
import { entity } from "#lib/table/entity.ts";
import { getItems, queryPages, wanted } from "#lib/table/read.ts";
import { PaymentItem, PaymentLocator, StoredPayment } from "./entity.ts";

const PaymentFacts = StoredPayment.pick({ id: true, userId: true, success: true, refunded: true });

/** What a payment is filtered by. */
export type PaymentFacts = z.output<typeof PaymentFacts>;

/** Stored payments, of which only these facts are carried. */
const FactsOfPayment = entity({
  name: PaymentItem.name,
  key: PaymentItem.key,
  schema: PaymentFacts,
});

/** Payments, as they are listed. */
export const PaymentList: HangingKind<StoredPayment, PaymentFacts> = {
  kind: "payment",
  locator: PaymentLocator,
  entity: PaymentItem,
  find: (places) => getItems(places.map(({ userId, id }) => wanted(PaymentItem, { userId, id }))),
  pagesOf: (userId, range) => queryPages(PaymentItem, { userId }, range),
  factsOf: (userId) => queryPages(FactsOfPayment, { userId }, { attributesOfSchema: true }),
  placesIn: ({ userId, payment }) => payment.map(({ id }) => ({ userId, id })),
};
