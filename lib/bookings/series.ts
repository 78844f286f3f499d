import * as z from "zod";
import { entity } from "#lib/table/entity.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { getItems, itemRequest, queryAll } from "#lib/table/read.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";

/** The bookings of one host that share a `recurringEventId`. */
export const SeriesItem = entity({
  name: "series-member",
  key: { pk: "RS#{userId}#{recurringEventId}", sk: "{id:10}" },
  schema: z.object({ userId: z.int(), recurringEventId: z.string(), id: z.int() }),
  accountClosing: "kept",
});

/** Enters a booking into its series, if it belongs to one. */
export const joinSeries = ({ userId, recurringEventId, id }: StoredBooking): Operation[] =>
  recurringEventId === null ? [] : [put(SeriesItem, { userId, recurringEventId, id })];

/** Every booking of a series, by rising id: two round trips. */
export async function seriesOf({ userId, recurringEventId }: StoredBooking): Promise<StoredBooking[]> {
  if (recurringEventId === null) return [];
  const members = await queryAll(SeriesItem, { userId, recurringEventId });
  const bookings = await getItems(members.map(({ id }) => itemRequest(BookingItem, { userId, id })));
  return bookings.filter((booking) => booking !== undefined);
}
