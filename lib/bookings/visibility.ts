import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound, undefinedIfNotFound } from "#lib/failures.ts";
import { organizationMembers, placesUnder, readableHosts } from "#lib/memberships/visibility.ts";
import { getEither, getItem, getItems, itemRequest } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import { BookingItem, BookingLocator, BookingPointer, type StoredBooking } from "./entity.ts";
import { hasSeveralHosts, hostIdsOf } from "./hosts/host-ids.ts";
import { idInUid } from "./identifiers.ts";

/**
 * The booking a caller may see: their own as one of its hosts, that of an accepted member for the admin of an
 * organization, any for a system admin. All others are not found, exactly like one that does not exist. One round trip;
 * two for an admin if it is not their own, and for a host if it is stored with another one.
 *
 * @throws {Failure} `not_found`
 */
export async function getBooking(caller: Caller, id: number): Promise<StoredBooking> {
  return (await findWithRights(caller, id)).booking;
}

/**
 * The booking a caller may change: as its host (of several hosts, the first); as the admin of an organization that this host is in; or
 * as a system admin.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as another host
 */
export async function getChangeableBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const { booking, mayChange } = await findWithRights(caller, id);
  if (!mayChange) throw firstHostOnly();
  return booking;
}

/** The failure of a change by another host than the first. */
export const firstHostOnly = (): Failure =>
  new Failure("forbidden", "Only the first host of the booking can do this.");

interface Found {
  booking: StoredBooking;
  mayChange: boolean;
}

async function findWithRights(caller: Caller, id: number): Promise<Found> {
  const seesOthers = isSystemAdmin(caller) || organizationsOf(caller).length > 0;
  const found = await (seesOthers ? findAmongOthers(caller, id) : findOwn(caller, id));
  if (!found) throw notFound("Booking");
  return found;
}

async function findOwn({ userId }: Caller, id: number): Promise<Found | undefined> {
  const [own, pointer] = await getEither([BookingItem, BookingPointer], { userId, id });
  if (own) return { booking: own, mayChange: true };
  const booking = pointer && (await getItem(BookingItem, { userId: pointer.hostId, id }));
  return booking && { booking, mayChange: false };
}

async function findAmongOthers(caller: Caller, id: number): Promise<Found | undefined> {
  const key = { userId: caller.userId, id };
  const [own, pointer, locator] = await getItems([
    itemRequest(BookingItem, key),
    itemRequest(BookingPointer, key),
    itemRequest(BookingLocator, { id }),
  ]);
  if (own) return { booking: own, mayChange: true };
  if (!locator) return undefined;
  const { userId } = locator;
  const [booking, ...places] = await getItems([
    itemRequest(BookingItem, { userId, id }),
    ...placesUnder(caller, userId),
  ]);
  if (!booking) return undefined;
  const mayChange = isSystemAdmin(caller) || places.some((place) => place?.accepted);
  const maySee = mayChange || pointer !== undefined || (await hostsAnyReadable(caller, booking));
  return maySee ? { booking, mayChange } : undefined;
}

/** Whether a caller can read the bookings of one of the other hosts of a booking; no round trip if there are none. */
async function hostsAnyReadable(caller: Caller, { otherHosts = [] }: StoredBooking): Promise<boolean> {
  const ids = otherHosts.map(({ id }) => id);
  const readable = await readableHosts(caller, ids);
  return ids.some((id) => readable.has(id));
}

/**
 * The booking a caller may hang something on: as its host, or as a system admin. One round trip; two for an admin whose
 * own it is not.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as admin of an organization, or as another of its hosts
 */
export const getBookingAsFirstHost = (caller: Caller, id: number): Promise<StoredBooking> =>
  findBookingOfHosts(caller, id, ({ userId }) => [userId]);

/**
 * The booking whose children a caller may list: as one of its hosts, or as a system admin.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as admin of an organization
 */
export const getBookingAsHost = (caller: Caller, id: number): Promise<StoredBooking> =>
  findBookingOfHosts(caller, id, hostIdsOf);

async function findBookingOfHosts(
  caller: Caller,
  id: number,
  hostsOf: (booking: StoredBooking) => number[],
): Promise<StoredBooking> {
  const booking = await getBooking(caller, id);
  if (!hostsOf(booking).includes(caller.userId) && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the host of the booking can do this.");
  return booking;
}

/**
 * Whose bookings a caller lists: their own, with those of accepted members for the admin of an organization, everybody's
 * for a system admin. `wanted` narrows it for admins and is ignored for others; hosts that an admin can't access are left out.
 * One round trip for the admin of an organization, none for others.
 */
export async function visibleHosts(
  caller: Caller,
  wanted: readonly number[] | undefined,
): Promise<readonly number[] | "everybody"> {
  if (isSystemAdmin(caller)) return wanted ? [...new Set(wanted)] : "everybody";
  if (organizationsOf(caller).length === 0) return [caller.userId];
  const hosts = [...new Set([caller.userId, ...(await organizationMembers(caller))])];
  return wanted ? hosts.filter((host) => wanted.includes(host)) : hosts;
}

/**
 * The booking a caller may see by its public identifier, which contains its id: as many round trips as by its id. An imported booking
 * is found by the row of its uid, one round trip later.
 *
 * @throws {Failure} `not_found`
 */
export const getBookingByUid = (caller: Caller, uid: string): Promise<StoredBooking> =>
  findByUid(uid, (id) => getBooking(caller, id));

/**
 * The booking a caller may change by its public identifier, found as {@link getBookingByUid} does.
 *
 * @throws {Failure} `not_found`, `forbidden` as for {@link getChangeableBooking}
 */
export async function getChangeableBookingByUid(caller: Caller, uid: string): Promise<StoredBooking> {
  const booking = await getBookingByUid(caller, uid);
  // A caller who can access a booking with one host may change it.
  const mayChange = booking.userId === caller.userId || !hasSeveralHosts(booking);
  return mayChange ? booking : getChangeableBooking(caller, booking.id);
}

async function findByUid(uid: string, find: (id: number) => Promise<StoredBooking>): Promise<StoredBooking> {
  const id = idInUid(uid);
  const [booking, imported] = await Promise.all([
    id === undefined ? undefined : undefinedIfNotFound(find(id)),
    getItem(UniqueItem, { kind: "booking-uid", value: uid }),
  ]);
  if (booking?.uid === uid) return booking;
  if (typeof imported?.owner !== "number") throw notFound("Booking");
  return find(imported.owner);
}
