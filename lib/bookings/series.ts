import { queryAll } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { BookingItem, SeriesItem, type StoredBooking } from "./entity.ts";

/** Every booking of a series, by rising id: two round trips. */
export async function seriesOf({ userId, recurringEventId }: StoredBooking): Promise<StoredBooking[]> {
  if (recurringEventId === null) return [];
  const members = await queryAll(SeriesItem, { userId, recurringEventId });
  const bookings = await getItems(members.map(({ id }) => itemRequest(BookingItem, { userId, id })));
  return bookings.filter((booking) => booking !== undefined);
}
