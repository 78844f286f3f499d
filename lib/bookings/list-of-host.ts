import { listOfOwn, type OwnKind } from "#lib/lists/list-of-own.ts";
import type { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import { HostIndex } from "./bookmarks.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { hostedBookings } from "./hosted-bookings.ts";

const OwnBookings: OwnKind<StoredBooking> = {
  entity: BookingItem,
  pagesOf: hostedBookings,
};

/** The bookings of one host by id. A page far from the start costs like the first one (ADR 0010). */
export function listOfHost(userId: number, order: Order): ListSource<StoredBooking> {
  const index = new HostIndex(userId);
  const idFromEnd = async (n: number): Promise<number | undefined> => {
    const total = await index.count();
    return n > total ? undefined : index.idOf(total - n + 1);
  };
  const idOf = order === "asc" ? (n: number) => index.idOf(n) : idFromEnd;
  return listOfOwn(OwnBookings, { userId, order }, { count: () => index.count(), idOf });
}
