import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { Failure, notFound, undefinedIfNotFound } from "#lib/failures.ts";
import { MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import {
  organizationMembers,
  readableHosts,
  requestsInOrganizations,
} from "#lib/identity/memberships/visibility.ts";
import { findEither, findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { BookingItem, BookingLocator, BookingPointer, hostIdsOf, type StoredBooking } from "./entity.ts";
import { idInUid } from "./identifiers.ts";
import type { BookingIdOrUid } from "./schema.ts";

/**
 * Gets a booking that the caller can access: as one of its hosts, as an admin of an organization that the host is an accepted member of, or
 * as a system admin. Any other booking is not found, like one that does not exist.
 *
 * @throws {Failure} `not_found`
 */
export async function getBooking(caller: Caller, idOrUid: BookingIdOrUid): Promise<StoredBooking> {
  return (await getWithRights(caller, idOrUid)).booking;
}

/**
 * Gets a booking that the caller can change: as its host (of several hosts, the first), as an admin of an organization of this host, or as
 * a system admin.
 *
 * @throws {Failure} `not_found` if the caller can't access it
 * @throws {Failure} `forbidden` if the caller can access it only as another host
 */
export async function getChangeableBooking(caller: Caller, idOrUid: BookingIdOrUid): Promise<StoredBooking> {
  const { booking, mayChange } = await getWithRights(caller, idOrUid);
  if (!mayChange) throw firstHostOnly();
  return booking;
}

/** The failure of a change by another host than the first. */
export const firstHostOnly = (): Failure =>
  new Failure("forbidden", "Only the first host of the booking can do this.");

/**
 * Requires that the first host of a booking with several hosts may take time of the others: only while an accepted member of their team. A
 * former member can still end the booking.
 *
 * @throws {Failure} `forbidden`
 */
export async function requireMayTakeTime(
  caller: Caller,
  { userId, otherHosts = [], eventType: { teamId } }: StoredBooking,
): Promise<void> {
  if (otherHosts.length === 0 || teamId === null || caller.userId !== userId || isSystemAdmin(caller)) return;
  const membership = await findItem(MembershipOfUser, { userId, teamId });
  if (!membership?.accepted)
    throw new Failure(
      "forbidden",
      "You have left the team of this booking. You can cancel or reject it, but not give it another time.",
    );
}

interface Found {
  booking: StoredBooking;
  mayChange: boolean;
}

/** Gets a booking by its id, or by its uid: that of a new booking contains the id, that of an imported one has a row. */
async function getWithRights(caller: Caller, idOrUid: BookingIdOrUid): Promise<Found> {
  if (typeof idOrUid === "number") return getById(caller, idOrUid);
  const id = idInUid(idOrUid);
  const [found, imported] = await Promise.all([
    id === undefined ? undefined : undefinedIfNotFound(getById(caller, id)),
    findItem(UniqueItem, { kind: "booking-uid", value: idOrUid }),
  ]);
  if (found?.booking.uid === idOrUid) return found;
  if (typeof imported?.owner !== "number") throw notFound("Booking");
  return getById(caller, imported.owner);
}

async function getById(caller: Caller, id: number): Promise<Found> {
  const canAccessOthers = isSystemAdmin(caller) || organizationsOf(caller).length > 0;
  const found = await (canAccessOthers ? findAmongOthers(caller, id) : findOwn(caller, id));
  if (!found) throw notFound("Booking");
  return found;
}

async function findOwn({ userId }: Caller, id: number): Promise<Found | undefined> {
  const booking = await findBookingOfHost(userId, id);
  return booking && { booking, mayChange: booking.userId === userId };
}

/** Finds a booking as one of its hosts. */
export async function findBookingOfHost(userId: number, id: number): Promise<StoredBooking | undefined> {
  const [own, pointer] = await findEither([BookingItem, BookingPointer], { userId, id });
  return own ?? (pointer && findItem(BookingItem, { userId: pointer.hostId, id }));
}

async function findAmongOthers(caller: Caller, id: number): Promise<Found | undefined> {
  const key = { userId: caller.userId, id };
  const [own, pointer, locator] = await findItems([
    itemRequest(BookingItem, key),
    itemRequest(BookingPointer, key),
    itemRequest(BookingLocator, { id }),
  ]);
  if (own) return { booking: own, mayChange: true };
  if (!locator) return undefined;
  const { userId } = locator;
  const [booking, ...memberships] = await findItems([
    itemRequest(BookingItem, { userId, id }),
    ...requestsInOrganizations(caller, userId),
  ]);
  if (!booking) return undefined;
  const mayChange = isSystemAdmin(caller) || memberships.some((membership) => membership?.accepted);
  const mayAccess = mayChange || pointer !== undefined || (await canReadAnyOtherHost(caller, booking));
  return mayAccess ? { booking, mayChange } : undefined;
}

/** Whether a caller can read the bookings of one of the other hosts of a booking. */
async function canReadAnyOtherHost(caller: Caller, { otherHosts = [] }: StoredBooking): Promise<boolean> {
  const ids = otherHosts.map(({ id }) => id);
  const readable = await readableHosts(caller, ids);
  return ids.some((id) => readable.has(id));
}

/**
 * Gets a booking to which the caller can add attendees and references: as its first host, or as a system admin.
 *
 * @throws {Failure} `not_found` if the caller can't access it
 * @throws {Failure} `forbidden` if the caller can access it only as an admin of an organization, or as another host
 */
export const getBookingAsFirstHost = (caller: Caller, id: number): Promise<StoredBooking> =>
  getBookingOfHosts(caller, id, ({ userId }) => [userId]);

/**
 * Gets a booking whose attendees, payments and references the caller can list: as one of its hosts, or as a system admin.
 *
 * @throws {Failure} `not_found` if the caller can't access it
 * @throws {Failure} `forbidden` if the caller can access it only as an admin of an organization
 */
export const getBookingAsHost = (caller: Caller, id: number): Promise<StoredBooking> =>
  getBookingOfHosts(caller, id, hostIdsOf);

async function getBookingOfHosts(
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
 * Lists the hosts whose bookings a caller can list: the caller, with accepted members for an admin of an organization; all for a system
 * admin. For admins, `requested` selects some of them; it is ignored for other callers.
 */
export async function listVisibleHosts(
  caller: Caller,
  requested: readonly number[] | undefined,
): Promise<readonly number[] | "all"> {
  if (isSystemAdmin(caller)) return requested ? [...new Set(requested)] : "all";
  if (organizationsOf(caller).length === 0) return [caller.userId];
  const hosts = [...new Set([caller.userId, ...(await organizationMembers(caller))])];
  return requested ? hosts.filter((host) => requested.includes(host)) : hosts;
}
