import type { Caller } from "#lib/caller.ts";
import { invalidField, undefinedIfNotFound } from "#lib/failures.ts";
import { filteredListOfAll, listOfAll } from "#lib/lists/list-of-all.ts";
import { listOfKeys, type SortedLocation } from "#lib/lists/list-of-keys.ts";
import type { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import { arrangedKeys, type Choice, keysIn, keysOfHosts } from "./booking-keys.ts";
import type { StoredBooking } from "./entity.ts";
import { type BookingFilter, matcherOf } from "./filter.ts";
import { findBookingByUid } from "./find-by-uid.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";
import { BookingList } from "./list-kind.ts";
import { listOfHost } from "./list-of-host.ts";
import { visibleHosts } from "./visibility.ts";

/** Bookings of everybody that are sorted at most: there is no index over all. */
const MOST_SORTED = 20_000;

/**
 * The bookings a caller may see, in the order they were made unless sorted otherwise.
 *
 * A host's own are one query; those of several hosts, filtered or sorted ones are chosen by their keys and then fetched;
 * everybody's are read through the locators.
 */
export async function listBookings(
  caller: Caller,
  filter: BookingFilter = {},
): Promise<ListSource<StoredBooking>> {
  const hosts = await visibleHosts(caller, filter.userId);
  const { sortBy, order = "asc", uid } = filter;
  const arrangement: Arrangement = {
    order,
    matches: matcherOf(filter),
    sortedBy: sortBy && ((booking) => booking[sortBy]),
  };
  const isPlain = sortBy === undefined && arrangement.matches === undefined;
  if (uid !== undefined)
    return listOfKeys(BookingList, () => keyOfUid(caller, uid, { ...arrangement, hosts }), arrangement);
  if (hosts === "everybody") return everybodys(arrangement);
  const [host, ...others] = hosts;
  if (isPlain && host !== undefined && others.length === 0) return listOfHost(host, order);
  const keys = () => (isPlain ? keysOfHosts(hosts) : arrangedKeys(hosts, arrangement));
  return listOfKeys(BookingList, keys, arrangement);
}

/** The order of a list, and which bookings are in it. */
interface Arrangement extends Choice {
  order: Order;
}

function everybodys(arrangement: Arrangement): ListSource<StoredBooking> {
  const { sortedBy, order, matches } = arrangement;
  if (!sortedBy)
    return matches ? filteredListOfAll(BookingList, order, matches) : listOfAll(BookingList, order);
  const sorted = listOfKeys(BookingList, () => sortedKeys(arrangement), arrangement);
  // Without its count a list takes cursors only, like every filter over all bookings.
  return matches ? { read: sorted.read, positionOf: sorted.positionOf } : sorted;
}

async function sortedKeys(choice: Choice): Promise<SortedLocation[]> {
  const all = listOfAll(BookingList, "asc");
  if ((await all.count()) > MOST_SORTED)
    throw invalidField(
      "#/query/sortBy",
      `More than ${MOST_SORTED} bookings match, which is too many to sort. Send \`userId\`, too.`,
    );
  const keys: SortedLocation[] = [];
  for await (const page of all.read({})) keys.push(...keysIn(page, choice));
  return keys;
}

/** The one booking with a `uid`, if the caller sees it and it passes the other filters. */
async function keyOfUid(
  caller: Caller,
  uid: string,
  { hosts, ...choice }: Choice & { hosts: readonly number[] | "everybody" },
): Promise<SortedLocation[]> {
  const booking = await undefinedIfNotFound(findBookingByUid(caller, uid));
  const isMeant =
    booking && (hosts === "everybody" || hostIdsOf(booking).some((host) => hosts.includes(host)));
  return isMeant ? keysIn([booking], choice) : [];
}
