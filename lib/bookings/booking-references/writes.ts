import { newChildFields } from "#lib/bookings/children/booking-child.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { requireItemSize, requireItemSizeToGrow } from "#lib/bookings/require-item-size.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import { getBookingAsFirstHost } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure, requireFound } from "#lib/failures.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { all, type Condition, fewer, present } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { refillIds, takeIds } from "#lib/storage/table/ids.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { type Operation, put, remove, replace, update } from "#lib/storage/table/operations.ts";
import {
  ReferenceItem,
  ReferenceLocator,
  References,
  RemovedReferenceItem,
  StoredReference,
} from "./entity.ts";
import { getChangeableReference } from "./read.ts";
import type { ReferenceCreate, ReferenceUpdate } from "./schema.ts";

/** The most references of a booking that are not deleted, because a cancellation deletes all in one transaction. */
export const MAX_REFERENCES = 20;

/**
 * Adds a reference to a booking.
 *
 * @throws {Failure} `limit_reached`
 */
export async function createReference(caller: Caller, input: ReferenceCreate): Promise<StoredReference> {
  const { bookingId, ...fields } = input;
  const [found] = await Promise.all([
    requireFound("#/bookingId", getBookingAsFirstHost(caller, bookingId)),
    refillIds("reference", 1),
  ]);
  const [id = 0] = await takeIds("reference", 1);
  return writeDecision((seen) => {
    // The id is unique, so an earlier attempt, whose response was lost, has added the reference.
    const added = seen.find(ReferenceItem, { userId: found.userId, id });
    if (added) return { result: added, operations: [] };
    const booking = seen.find(BookingItem, found) ?? found;
    const deletedCount = booking.references.filter((reference) => reference.deleted === true).length;
    if (booking.references.length - deletedCount >= MAX_REFERENCES)
      throw new Failure(
        "limit_reached",
        `A booking can have at most ${MAX_REFERENCES} references. Delete one first.`,
      );
    const reference = { ...fields, ...newChildFields(booking), id, deleted: null };
    const room = requireItemSize(withReference(booking, reference));
    const operations = [
      putInBooking(reference, all(fewer("references", MAX_REFERENCES + deletedCount), room)),
      ...References.create(reference),
    ];
    return { result: reference, operations };
  });
}

/**
 * Changes a reference, also in its booking. If nothing differs, nothing is written.
 *
 * @throws {Failure} `limit_reached`
 */
export async function updateReference(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: ReferenceUpdate,
): Promise<StoredReference> {
  return writeDecision(async (seen) => {
    const before = await getChangeableReference(caller, target.id);
    requireMatch(target, before);
    const changed = StoredReference.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return { result: before, operations: [] };
    const after = { ...changed, version: before.version + 1 };
    const booking = seen.find(BookingItem, { userId: before.userId, id: before.bookingId });
    const isLonger = itemBytes(ReferenceSummary.parse(after)) > itemBytes(ReferenceSummary.parse(before));
    const room = isLonger
      ? requireItemSizeToGrow("references", booking && withReference(booking, after))
      : undefined;
    return { result: after, operations: [replace(ReferenceItem, before, after), putInBooking(after, room)] };
  });
}

const RETENTION_DAYS = 30;

/** Deletes a reference, also in its booking. System admins can still read it for 30 days, marked as deleted. */
export async function deleteReference(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<StoredReference> {
  return writeDecision(async () => {
    const before = await getChangeableReference(caller, target.id);
    requireMatch(target, before);
    const { userId, id, version } = before;
    const ttl = expiryInDays(RETENTION_DAYS);
    const removed = { ...before, deleted: true, version: version + 1 };
    const operations = [
      remove(ReferenceItem, { userId, id }, { ifVersion: version }),
      put(RemovedReferenceItem, { ...removed, ttl }),
      update(ReferenceLocator, { id }, { set: { ttl } }),
      removeFromBooking(before),
    ];
    return { result: removed, operations };
  });
}

/** Returns a booking with a reference that is new or changed. */
const withReference = (booking: StoredBooking, reference: StoredReference): StoredBooking => ({
  ...booking,
  references: [
    ...booking.references.filter(({ id }) => id !== reference.id),
    ReferenceSummary.parse(reference),
  ],
});

/** Creates the operation that writes a reference into the item of its booking, under a condition on the booking. */
const putInBooking = (reference: StoredReference, condition: Condition = present("pk")): Operation =>
  update(
    BookingItem,
    { userId: reference.userId, id: reference.bookingId },
    {
      set: {
        [elementPath(BookingItem, ["references", reference.id])]: ReferenceSummary.parse(reference),
        updatedAt: nowIso(),
      },
      if: all(present("pk"), condition),
    },
  );

/** Creates the operation that removes a reference from the item of its booking. */
const removeFromBooking = ({ userId, bookingId, id }: StoredReference): Operation =>
  update(
    BookingItem,
    { userId, id: bookingId },
    {
      set: { updatedAt: nowIso() },
      remove: [elementPath(BookingItem, ["references", id])],
      if: present("pk"),
    },
  );

/** Creates the operations that mark the references as deleted that a cancellation has marked in the booking. */
export function markDeletedReferences(before: StoredBooking, after: StoredBooking): Operation[] {
  const notDeleted = new Set(before.references.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const { userId, id: bookingId } = after;
  return after.references
    .filter(({ id, deleted }) => deleted && notDeleted.has(id))
    .map(({ id }) => {
      // The audit trail needs the booking, because a reschedule also writes another one.
      const reference = { userId, id, bookingId };
      return update(ReferenceItem, reference, { set: { deleted: true }, if: present("pk") });
    });
}
