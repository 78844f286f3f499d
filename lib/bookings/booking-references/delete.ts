import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { put, remove, update } from "#lib/storage/table/operations.ts";
import { ReferenceItem, ReferenceLocator, RemovedReferenceItem, type StoredReference } from "./entity.ts";
import { getChangeableReference } from "./get.ts";
import { removeFromBooking } from "./writes.ts";

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
