import { BookingItem } from "#lib/bookings/entity.ts";
import { requireRoomToGrow } from "#lib/bookings/require-room.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { ReferenceItem, StoredReference } from "./entity.ts";
import { getChangeableReference } from "./get.ts";
import type { ReferenceUpdate } from "./schema.ts";
import { putInBooking, withReference } from "./writes.ts";

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
      ? requireRoomToGrow("references", booking && withReference(booking, after))
      : undefined;
    return { result: after, operations: [replace(ReferenceItem, before, after), putInBooking(after, room)] };
  });
}
