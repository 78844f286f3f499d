import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { organizationMembers, placesUnder } from "#lib/memberships/visibility.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";

/**
 * The booking a caller may see and change: their own as host, that of an accepted member for the admin of an
 * organization, any for a system admin. All others are not found, exactly like one that does not exist. One round trip;
 * two for an admin whose own it is not.
 *
 * @throws {Failure} `not_found`
 */
export async function findBooking(caller: Caller, id: number): Promise<StoredBooking> {
  const own = { userId: caller.userId, id };
  const seesOthers = isSystemAdmin(caller) || organizationsOf(caller).length > 0;
  const booking = await (seesOthers ? findAmongOthers(caller, own) : getItem(BookingItem, own));
  if (!booking) throw notFound("Booking");
  return booking;
}

async function findAmongOthers(
  caller: Caller,
  own: { userId: number; id: number },
): Promise<StoredBooking | undefined> {
  const { id } = own;
  const [mine, locator] = await getItems([wanted(BookingItem, own), wanted(BookingLocator, { id })]);
  if (mine || !locator) return mine;
  const { userId } = locator;
  const [booking, ...places] = await getItems([
    wanted(BookingItem, { userId, id }),
    ...placesUnder(caller, userId),
  ]);
  return isSystemAdmin(caller) || places.some((place) => place?.accepted) ? booking : undefined;
}

/**
 * The booking a caller may hang something on: as its host, or as a system admin. One round trip; two for an admin whose
 * own it is not.
 *
 * @throws {Failure} `not_found` when the caller does not see it
 * @throws {Failure} `forbidden` when they see it only as admin of an organization
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
