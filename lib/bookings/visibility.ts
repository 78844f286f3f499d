import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { organizationMembers, placesUnder, readableHosts } from "#lib/memberships/visibility.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { getEither } from "#lib/table/read-either.ts";
import { BookingItem, BookingLocator, BookingPointer, type StoredBooking } from "./entity.ts";

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
  if (!mayChange) throw new Failure("forbidden", "Only the first host of the booking can do this.");
  return booking;
}

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
    wanted(BookingItem, key),
    wanted(BookingPointer, key),
    wanted(BookingLocator, { id }),
  ]);
  if (own) return { booking: own, mayChange: true };
  if (!locator) return undefined;
  const { userId } = locator;
  const [booking, ...places] = await getItems([
    wanted(BookingItem, { userId, id }),
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
export async function findHostedBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const booking = await findBooking(caller, id);
  if (booking.userId !== caller.userId && !isSystemAdmin(caller))
    throw new Failure("forbidden", "Only the host of the booking can do this.");
  return booking;
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
 * What hangs on a booking, when the caller may see it: the booking's host or a system admin, and nobody else, admins of
 * organizations included. For others it is not found, exactly like one that does not exist. One round
 * trip; two for an admin whose own it is not.
 *
 * @throws {Failure} `not_found`
 */
export async function findHosted<T>(caller: Caller, { called, findAt, hostOf }: Hosted<T>): Promise<T> {
  const seesOthers = isSystemAdmin(caller);
  const [own, host] = await Promise.all([findAt(caller.userId), seesOthers ? hostOf() : undefined]);
  const found = own ?? (host === undefined ? undefined : await findAt(host));
  if (found === undefined) throw notFound(called);
  return found;
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
