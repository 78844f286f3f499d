import * as z from "zod";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { findAll, type Listed, type ListKind, type Place } from "#lib/lists/kind.ts";
import { filteredOfEverybody, listOfEverybody } from "#lib/lists/list-of-everybody.ts";
import { listOfKeys } from "#lib/lists/list-of-keys.ts";
import { listOfOwn, numberedByIndex, type OwnKind } from "#lib/lists/list-of-own.ts";
import { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import type { StoredBooking } from "./entity.ts";
import { BookingId } from "./model.ts";
import { findHostedBooking } from "./visibility.ts";

/** The query that lists of what hangs on bookings have in common. */
export const HangingFilter = z.object({
  bookingId: BookingId.optional().describe("Only elements of this booking."),
  order: Order.optional().describe("Sort order by id, which is the order of creation."),
});

/** A kind of elements that hang on bookings. `F` is what they are filtered by. */
export interface HangingKind<T extends Listed & F, F extends Place> extends ListKind<T>, OwnKind<T> {
  /** What those of one host are filtered by, page by page, and no more of them. */
  factsOf(userId: number): AsyncIterable<F[]>;
  /** Where those of a booking lie that a caller may see. */
  placesIn(booking: StoredBooking, caller: Caller): Promise<readonly Place[]> | readonly Place[];
}

/** What is asked for of a list. */
export type Hanging<F> = z.output<typeof HangingFilter> & { matches?: ((facts: F) => boolean) | undefined };

/**
 * What hangs on the bookings a caller hosts, or on all for a system admin, and nothing more for admins of organisations.
 * Only an admin's filter over everybody's finds no index, and therefore takes cursors (ADR 0011).
 */
export function listHanging<T extends Listed & F, F extends Place>(
  caller: Caller,
  kind: HangingKind<T, F>,
  { bookingId, order = "asc", matches }: Hanging<F>,
): ListSource<T> {
  if (bookingId !== undefined)
    return listOfKeys(kind, () => placesOfBooking(caller, kind, { bookingId, matches }), { order, matches });
  if (isSystemAdmin(caller))
    return matches ? filteredOfEverybody(kind, order, matches) : listOfEverybody(kind, order);
  const owned = { userId: caller.userId, order };
  if (!matches) return listOfOwn(kind, owned, numberedByIndex(kind.entity, owned));
  return listOfKeys(kind, () => placesOfHost(caller.userId, kind, matches), { order, matches });
}

async function placesOfBooking<T extends Listed & F, F extends Place>(
  caller: Caller,
  kind: HangingKind<T, F>,
  { bookingId, matches }: { bookingId: number; matches: Hanging<F>["matches"] },
): Promise<Place[]> {
  const booking = await undefinedIfNotFound(findHostedBooking(caller, bookingId));
  const places = booking ? await kind.placesIn(booking, caller) : [];
  return matches ? (await findAll(kind, places)).filter(matches) : [...places];
}

async function placesOfHost<F extends Place>(
  userId: number,
  { factsOf }: { factsOf(userId: number): AsyncIterable<F[]> },
  matches: (facts: F) => boolean,
): Promise<Place[]> {
  const places: Place[] = [];
  for await (const page of factsOf(userId))
    places.push(...page.filter(matches).map(({ id }) => ({ id, userId })));
  return places;
}
