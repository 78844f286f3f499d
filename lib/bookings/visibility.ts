import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { organizationMembers, placesUnder, readableHosts } from "#lib/memberships/visibility.ts";
import { getItem, getItems, itemRequest } from "#lib/table/read.ts";
import { getEither } from "#lib/table/read-either.ts";
import { BookingItem, BookingLocator, BookingPointer, type StoredBooking } from "./entity.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";

/**
 * The booking a caller may see: their own as one of its hosts, that of an accepted member for the admin of an
 * organization, any for a system admin. All others are not found, exactly like one that does not exist. One round trip;
 * two for an admin if it is not their own, and for a host if it is stored with another one.
 *
 * @throws {Failure} `not_found`
 */
export async function findBooking(caller: Caller, id: number): Promise<StoredBooking> {
  return (await findWithRights(caller, id)).booking;
}

/**
 * The booking a caller may change: as its host (of several hosts, the first); as the admin of an organization that this host is in; or
 * as a system admin.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as another host
 */
export async function findChangeableBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const { booking, mayChange } = await findWithRights(caller, id);
  if (!mayChange) throw firstHostOnly();
  return booking;
}

const firstHostOnly = (): Failure =>
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
export const findHostedBooking = (caller: Caller, id: number): Promise<StoredBooking> =>
  findBookingOfHosts(caller, id, ({ userId }) => [userId]);

/**
 * The booking whose children a caller may list: as one of its hosts, or as a system admin.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as admin of an organization
 */
export const findBookingWithChildren = (caller: Caller, id: number): Promise<StoredBooking> =>
  findBookingOfHosts(caller, id, hostIdsOf);

async function findBookingOfHosts(
  caller: Caller,
  id: number,
  hostsOf: (booking: StoredBooking) => number[],
): Promise<StoredBooking> {
  const booking = await findBooking(caller, id);
  if (!hostsOf(booking).includes(caller.userId) && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the host of the booking can do this.");
  return booking;
}

interface Child {
  bookingId: number;
}

/** A child of a booking, in the partition of the booking's host. */
export interface Hosted<T> {
  /** What it is called when it is not found. */
  called: string;
  /** Reads it in the partition of a host: one round trip. */
  findAt: (userId: number) => Promise<T | undefined>;
  /** Whose partition it lies in, by its locator: one round trip. */
  hostOf: () => Promise<number | undefined>;
}

/**
 * A child of a booking that a caller may read: as one of the booking's hosts, or as a system admin, and nobody else, admins of
 * organizations included. For others it is not found, exactly like one that does not exist. One round trip; two for an admin whose own it
 * is not, four for another host.
 *
 * @throws {Failure} `not_found`
 */
export const findHosted = async <T extends Child>(caller: Caller, hosted: Hosted<T>): Promise<T> =>
  (await findOwnChild(caller, hosted)) ?? (await findChildAsOtherHost(caller, hosted));

/**
 * A child of a booking that a caller may change: as the first host, or as a system admin.
 *
 * @throws {Failure} `not_found` when the caller can't read it
 * @throws {Failure} `forbidden` when they read it as another host
 */
export async function findChangeableHosted<T extends Child>(caller: Caller, hosted: Hosted<T>): Promise<T> {
  const own = await findOwnChild(caller, hosted);
  if (own) return own;
  await findChildAsOtherHost(caller, hosted);
  throw firstHostOnly();
}

async function findOwnChild<T>(caller: Caller, { findAt, hostOf }: Hosted<T>): Promise<T | undefined> {
  const seesOthers = isSystemAdmin(caller);
  const [own, host] = await Promise.all([findAt(caller.userId), seesOthers ? hostOf() : undefined]);
  return own ?? (host === undefined ? undefined : findAt(host));
}

async function findChildAsOtherHost<T extends Child>(
  { userId }: Caller,
  { called, findAt, hostOf }: Hosted<T>,
): Promise<T> {
  const host = await hostOf();
  const child = host === undefined ? undefined : await findAt(host);
  const pointer = child && (await getItem(BookingPointer, { userId, id: child.bookingId }));
  if (!child || !pointer) throw notFound(called);
  return child;
}

/**
 * Whose bookings a caller lists: their own, with those of accepted members for the admin of an organization, everybody's
 * for a system admin. `wanted` narrows it for admins and is ignored for others; whom an admin does not see is left out.
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
