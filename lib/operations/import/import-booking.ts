import { calendarWrites } from "#lib/bookings/calendar-writes.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "#lib/bookings/entity.ts";
import { idInUid } from "#lib/bookings/identifiers.ts";
import { withCompleteCounters } from "#lib/bookings/limits/complete-counters.ts";
import { countersFor } from "#lib/bookings/limits/counter.ts";
import { requireItemSize } from "#lib/bookings/require-item-size.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { bookingWrites, seriesWrites } from "#lib/bookings/write-booking.ts";
import type { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { findBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { limitsOf } from "#lib/calendar/event-types/limits.ts";
import { conflictAt, type Failure, invalidField } from "#lib/failures.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { claimUnique, type Operation } from "#lib/storage/table/operations.ts";
import { findItem, findItems } from "#lib/storage/table/read.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { MAX_OPERATIONS } from "#lib/storage/table/write.ts";
import { childrenOf, type ImportedChild, LARGEST_CHILD } from "./booking-children.ts";
import type { BookingLine, NumberedBookingLine } from "./booking-line.ts";
import { bookingOfLine } from "./booking-of-line.ts";
import type { ImportContext } from "./import-context.ts";
import { idInUse, type Outcome, requireSame, writeLine } from "./write-line.ts";

/** Children whose operations fit into one transaction, beside the check of a dry run. */
const CHILDREN_AT_ONCE = Math.floor((MAX_OPERATIONS - 1) / LARGEST_CHILD);

/**
 * Imports a booking with its children, in one transaction that claims its time under the conditions of any booking. Children that do not
 * fit follow in other transactions; if the import is interrupted before them, the next one writes the missing children.
 *
 * @throws {Failure} when its time is not free, or one of its ids or unique values is in use
 */
export async function importBooking(line: BookingLine, context: ImportContext): Promise<Outcome> {
  const { apiHost, dryRun } = context;
  const found = await findBookingById(line.id);
  if (found) {
    const outcome = requireSame(line, found, ["uid", "userId"]);
    if (!dryRun) await writeMissingChildren(line, found);
    return outcome;
  }
  const [host, eventType, sameUid] = await Promise.all([
    context.users.find(line.userId),
    context.eventTypes.find(line.eventTypeId),
    findBookingByUid(line.uid),
  ]);
  if (sameUid) throw uidInUse(line.uid);
  if (!host) throw invalidField("#/userId", "User not found.");
  if (!eventType) throw invalidField("#/eventTypeId", "Event type not found.");
  const booking = bookingOfLine(await withAttendeeIds(line, context), { host, eventType, apiHost });
  requireItemSize(booking);
  const children = childrenOf(line, booking);
  if (children.length > CHILDREN_AT_ONCE) await requireFreeIds(children);
  let written = 0;
  await writeLine(context, async (seen) => {
    const countedIn = await findCounters(booking, eventType);
    const writes = rowsOf({ ...booking, countedIn }, seen);
    written = Math.floor((MAX_OPERATIONS - 1 - writes.length) / LARGEST_CHILD);
    return [...writes, ...children.slice(0, written).flatMap((child) => child.writes)];
  });
  dryRun?.remember(children.flatMap((child) => child.writes));
  if (!dryRun && children.length > written) await writeMissingChildren(line, booking);
  return "imported";
}

/** Gives ids to the attendees that have none. A dry run takes none from the counter. */
async function withAttendeeIds(line: BookingLine, { dryRun }: ImportContext): Promise<NumberedBookingLine> {
  const count = line.attendees.filter(({ id }) => id === undefined).length;
  const ids = count === 0 ? [] : (dryRun?.unusedIds(count) ?? (await takeIds("attendee", count)));
  return { ...line, attendees: line.attendees.map((each) => ({ ...each, id: each.id ?? ids.shift() ?? 0 })) };
}

/** The names of the counters that are to count a booking: none unless it holds time, and its event type has limits. */
async function findCounters(
  { status, claim, startTime }: StoredBooking,
  eventType: Stored<typeof EventTypeItem>,
): Promise<string[] | undefined> {
  if (!holdsTime(status) || claim === null || limitsOf(eventType).length === 0) return undefined;
  const bookable = await findBookable(eventType.userId, eventType.id);
  return bookable && countersFor(await withCompleteCounters(bookable), startTime);
}

async function findBookingById(id: number): Promise<StoredBooking | undefined> {
  const locator = await findItem(BookingLocator, { id });
  return locator && (await findItem(BookingItem, locator));
}

/** Finds the booking of this service whose id is in a uid: a uid that the service generated has no row. */
async function findBookingByUid(uid: string): Promise<StoredBooking | undefined> {
  const id = idInUid(uid);
  const found = id === undefined ? undefined : await findBookingById(id);
  return found?.uid === uid ? found : undefined;
}

const uidInUse = (uid: string): Failure =>
  conflictAt("#/uid", `A booking with the uid ${uid} already exists.`, "booking_conflict");

function rowsOf(imported: StoredBooking, seen: SeenItems): Operation[] {
  const { id, uid } = imported;
  // Another calendar of the host may have the meeting, too, because it was already agreed.
  const change = { after: imported, canSeeBookings: true, ignoresCalendars: true };
  const { booking, operations } = calendarWrites(change, seen);
  return [
    claimUnique({ kind: "booking-uid", value: uid, owner: id }, uidInUse(uid)),
    ...operations,
    ...bookingWrites(booking),
    ...seriesWrites(booking),
  ];
}

/** Requires that the ids of the children of a large booking are free before it is written: they are written after it. */
async function requireFreeIds(children: readonly ImportedChild[]): Promise<void> {
  const found = await findItems(children.map(({ locator }) => locator));
  const existing = children.find((_, at) => found[at] !== undefined);
  if (existing) throw idInUse(existing.kind, existing.id);
}

/** Writes the children of a stored booking that it names but that do not exist yet. */
async function writeMissingChildren(line: BookingLine, booking: StoredBooking): Promise<void> {
  const children = childrenOf(line, booking);
  const found = await findItems(children.map(({ locator }) => locator));
  const missing = children.filter((_, at) => found[at] === undefined);
  for (const chunk of chunksOf(missing, CHILDREN_AT_ONCE))
    await writeLine({ dryRun: undefined }, () => chunk.flatMap((child) => child.writes));
}
