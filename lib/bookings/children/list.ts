import * as z from "zod";
import { BookingId } from "#lib/bookings/schema.ts";
import { getBookingAsHost } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { type ListElement, type Location, readElements } from "#lib/storage/lists/kind.ts";
import { filteredListOfAll, listOfAll } from "#lib/storage/lists/list-of-all.ts";
import { listOfHostElements, numberingByIndex } from "#lib/storage/lists/list-of-host-elements.ts";
import { listOfLocations } from "#lib/storage/lists/list-of-locations.ts";
import { Order } from "#lib/storage/lists/order.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { BookingChild } from "./booking-child.ts";

/** The query parameters of all lists of children of bookings. */
export const ChildFilter = z.object({
  bookingId: BookingId.optional().describe("Only elements of this booking."),
  order: Order.optional().describe("Sort order by id, which is the order of creation."),
});

/** The children to list. */
type Selection<T> = z.output<typeof ChildFilter> & { matches?: ((child: T) => boolean) | undefined };

/**
 * Lists the children of the bookings that a caller hosts; of all bookings for a system admin. Admins of organizations get only those of
 * their own bookings. A filtered list of all children accepts cursors only, because it has no index (ADR 0011).
 */
export function listChildren<T extends ListElement>(
  caller: Caller,
  kind: BookingChild<T>,
  { bookingId, order = "asc", matches }: Selection<T>,
): ListSource<T> {
  if (bookingId !== undefined)
    return listOfLocations(kind, () => locationsOfBooking(caller, kind, { bookingId, matches }), {
      order,
      matches,
    });
  if (isSystemAdmin(caller))
    return matches ? filteredListOfAll(kind, order, matches) : listOfAll(kind, order);
  const owned = { userId: caller.userId, order };
  if (!matches) return listOfHostElements(kind, owned, numberingByIndex(kind.entity, owned));
  return listOfLocations(kind, () => locationsOfHost(caller.userId, kind, matches), { order, matches });
}

async function locationsOfBooking<T extends ListElement>(
  caller: Caller,
  kind: BookingChild<T>,
  { bookingId, matches }: { bookingId: number; matches: Selection<T>["matches"] },
): Promise<Location[]> {
  const booking = await undefinedIfNotFound(getBookingAsHost(caller, bookingId));
  const locations = booking ? await kind.locationsIn(booking, caller) : [];
  return matches ? (await readElements(kind, locations)).filter(matches) : [...locations];
}

async function locationsOfHost<T extends ListElement>(
  userId: number,
  kind: BookingChild<T>,
  matches: (child: T) => boolean,
): Promise<Location[]> {
  const locations: Location[] = [];
  for await (const page of kind.pagesOf(userId, {}))
    locations.push(...page.filter(matches).map(({ id }) => ({ id, userId })));
  return locations;
}
