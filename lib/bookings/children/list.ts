import * as z from "zod";
import { BookingId } from "#lib/bookings/schema.ts";
import { getBookingAsHost } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { findElements, type ListElement, type Location } from "#lib/lists/kind.ts";
import { filteredListOfAll, listOfAll } from "#lib/lists/list-of-all.ts";
import { listOfHostElements, numberingByIndex } from "#lib/lists/list-of-host-elements.ts";
import { listOfLocations } from "#lib/lists/list-of-locations.ts";
import { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import type { BookingChild } from "./booking-child.ts";

/** The query parameters that lists of children of bookings have in common. */
export const ChildFilter = z.object({
  bookingId: BookingId.optional().describe("Only elements of this booking."),
  order: Order.optional().describe("Sort order by id, which is the order of creation."),
});

/** Which children to list. */
type Choice<T> = z.output<typeof ChildFilter> & { matches?: ((child: T) => boolean) | undefined };

/**
 * The children of the bookings that a caller hosts, or of all bookings for a system admin; admins of organizations get only their own.
 * A system admin's filter over all children has no index and therefore takes cursors (ADR 0011).
 */
export function listChildren<T extends ListElement>(
  caller: Caller,
  kind: BookingChild<T>,
  { bookingId, order = "asc", matches }: Choice<T>,
): ListSource<T> {
  if (bookingId !== undefined)
    return listOfLocations(kind, () => placesOfBooking(caller, kind, { bookingId, matches }), {
      order,
      matches,
    });
  if (isSystemAdmin(caller))
    return matches ? filteredListOfAll(kind, order, matches) : listOfAll(kind, order);
  const owned = { userId: caller.userId, order };
  if (!matches) return listOfHostElements(kind, owned, numberingByIndex(kind.entity, owned));
  return listOfLocations(kind, () => placesOfHost(caller.userId, kind, matches), { order, matches });
}

async function placesOfBooking<T extends ListElement>(
  caller: Caller,
  kind: BookingChild<T>,
  { bookingId, matches }: { bookingId: number; matches: Choice<T>["matches"] },
): Promise<Location[]> {
  const booking = await undefinedIfNotFound(getBookingAsHost(caller, bookingId));
  const places = booking ? await kind.placesIn(booking, caller) : [];
  return matches ? (await findElements(kind, places)).filter(matches) : [...places];
}

async function placesOfHost<T extends ListElement>(
  userId: number,
  kind: BookingChild<T>,
  matches: (child: T) => boolean,
): Promise<Location[]> {
  const places: Location[] = [];
  for await (const page of kind.pagesOf(userId, {}))
    places.push(...page.filter(matches).map(({ id }) => ({ id, userId })));
  return places;
}
