import type { ListKind, Location } from "#lib/lists/kind.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, BookingPointer, type StoredBooking } from "./entity.ts";

/** Bookings, as a kind of elements that are listed. */
export const BookingList: ListKind<StoredBooking> = {
  kind: "booking",
  locator: BookingLocator,
  find: async (places) => {
    const found = await findAt(places);
    const missing = places.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const pointers = await getItems(
      missing.map(({ userId, id }) => itemRequest(BookingPointer, { userId, id })),
    );
    const followed = pointers.flatMap((pointer) =>
      pointer ? [{ userId: pointer.hostId, id: pointer.id }] : [],
    );
    const bookings = new Map((await findAt(followed)).map((booking) => [booking?.id, booking]));
    return places.map(({ id }, at) => found[at] ?? bookings.get(id));
  },
};

const findAt = (places: readonly Location[]): Promise<(StoredBooking | undefined)[]> =>
  getItems(places.map(({ userId, id }) => itemRequest(BookingItem, { userId, id })));
