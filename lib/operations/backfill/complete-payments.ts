import * as z from "zod";
import { BookingItem } from "#lib/bookings/entity.ts";
import { PaymentSummary } from "#lib/bookings/model.ts";
import { PaymentItem } from "#lib/bookings/payments/entity.ts";
import type { Entity } from "#lib/table/entity.ts";
import type { RawItem } from "#lib/table/every-item.ts";
import { getItems, wanted } from "#lib/table/read.ts";

const WithPayments = z.object({ userId: z.int(), payment: z.array(PaymentSummary) });

/** A stored booking with all fields of its payments: older items lack some, which are read from the payments. Other items stay. */
export async function completePayments(entity: Entity, item: RawItem): Promise<RawItem> {
  if (entity.name !== BookingItem.name) return item;
  const { data: booking } = WithPayments.safeParse(item);
  const incomplete = booking?.payment.filter(({ uid }) => uid === "") ?? [];
  if (!booking || incomplete.length === 0) return item;
  const { userId, payment } = booking;
  const payments = await getItems(incomplete.map(({ id }) => wanted(PaymentItem, { userId, id })));
  const complete = new Map(payments.flatMap((one) => (one ? [[one.id, PaymentSummary.parse(one)]] : [])));
  return { ...item, payment: payment.map((one) => complete.get(one.id) ?? one) };
}
