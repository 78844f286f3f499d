import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { SequenceItem } from "#lib/table/ids.ts";
import { getItem, getItems, queryPages, wanted } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";

/** Ids of one partition of locators. */
const LOCATORS = 1_000;

/**
 * The bookings a caller may see, by rising id, page by page: their own as host; all for a system admin.
 * `wanted` is how many the caller will take at most, to read no more than that.
 */
export function listBookings(caller: Caller, most: number | undefined): AsyncIterable<StoredBooking[]> {
  if (isSystemAdmin(caller)) return allBookings();
  const range = most === undefined ? {} : { limit: most };
  return queryPages(BookingItem, { userId: caller.userId }, range);
}

async function* allBookings(): AsyncGenerator<StoredBooking[]> {
  const sequence = await getItem(SequenceItem, { kind: "booking" });
  for (let first = 0; first <= (sequence?.last ?? 0); first += LOCATORS)
    for await (const locators of queryPages(BookingLocator, { id: first }, { wholePartition: true })) {
      const found = await getItems(locators.map(({ id, userId }) => wanted(BookingItem, { userId, id })));
      yield found.filter((booking) => booking !== undefined);
    }
}
