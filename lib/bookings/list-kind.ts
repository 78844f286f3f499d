import type { ListKind } from "#lib/lists/kind.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";

/** Bookings, as a kind of elements that are listed. */
export const BookingList: ListKind<StoredBooking> = {
  kind: "booking",
  locator: BookingLocator,
  find: (places) => getItems(places.map(({ userId, id }) => wanted(BookingItem, { userId, id }))),
};
