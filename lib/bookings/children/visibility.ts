import { BookingPointer } from "#lib/bookings/entity.ts";
import { firstHostOnly } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { ChildLookup } from "./booking-child.ts";

interface Child {
  bookingId: number;
}

/**
 * Gets a child of a booking that the caller can read: as one of the booking's hosts, or as a system admin. For other callers, including
 * admins of organizations, it is not found, like one that does not exist.
 *
 * @throws {Failure} `not_found`
 */
export const getBookingChild = async <T extends Child>(caller: Caller, lookup: ChildLookup<T>): Promise<T> =>
  (await findOwnChild(caller, lookup)) ?? (await getChildAsOtherHost(caller, lookup));

/**
 * Gets a child of a booking that the caller can change: as the booking's first host, or as a system admin.
 *
 * @throws {Failure} `not_found` if the caller can't read it
 * @throws {Failure} `forbidden` if the caller can read it as another host
 */
export async function getChangeableBookingChild<T extends Child>(
  caller: Caller,
  lookup: ChildLookup<T>,
): Promise<T> {
  const own = await findOwnChild(caller, lookup);
  if (own) return own;
  await getChildAsOtherHost(caller, lookup);
  throw firstHostOnly();
}

async function findOwnChild<T>(
  caller: Caller,
  { findOfHost, findHostId }: ChildLookup<T>,
): Promise<T | undefined> {
  const isAdmin = isSystemAdmin(caller);
  const [own, host] = await Promise.all([findOfHost(caller.userId), isAdmin ? findHostId() : undefined]);
  return own ?? (host === undefined ? undefined : findOfHost(host));
}

async function getChildAsOtherHost<T extends Child>(
  { userId }: Caller,
  { resource, findOfHost, findHostId }: ChildLookup<T>,
): Promise<T> {
  const host = await findHostId();
  const child = host === undefined ? undefined : await findOfHost(host);
  const pointer = child && (await findItem(BookingPointer, { userId, id: child.bookingId }));
  if (!child || !pointer) throw notFound(resource);
  return child;
}
