import type { ListKind } from "#lib/lists/kind.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { PaymentItem, PaymentLocator, type StoredPayment } from "./entity.ts";

/** Payments, as a kind of elements that are listed. */
export const PaymentList: ListKind<StoredPayment> = {
  kind: "payment",
  locator: PaymentLocator,
  find: (places) => getItems(places.map(({ userId, id }) => wanted(PaymentItem, { userId, id }))),
};
