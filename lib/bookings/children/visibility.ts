import { BookingPointer } from "#lib/bookings/entity.ts";
import { firstHostOnly } from "#lib/bookings/visibility.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import type { Hosted } from "./booking-child.ts";

interface Child {
  bookingId: number;
}

/**
 * A child of a booking that a caller may read: as one of the booking's hosts, or as a system admin, and nobody else, admins of
 * organizations included. For others it is not found, exactly like one that does not exist. One round trip; two for an admin whose own it
 * is not, four for another host.
 *
 * @throws {Failure} `not_found`
 */
export const getBookingChild = async <T extends Child>(caller: Caller, hosted: Hosted<T>): Promise<T> =>
  (await findOwnChild(caller, hosted)) ?? (await findChildAsOtherHost(caller, hosted));

/**
 * A child of a booking that a caller may change: as the first host, or as a system admin.
 *
 * @throws {Failure} `not_found` when the caller can't read it
 * @throws {Failure} `forbidden` when they read it as another host
 */
export async function getChangeableBookingChild<T extends Child>(
  caller: Caller,
  hosted: Hosted<T>,
): Promise<T> {
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
