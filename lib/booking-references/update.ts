import type { Caller } from "#lib/access/caller.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { commit } from "#lib/table/commit.ts";
import { replace } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { ReferenceItem, StoredReference } from "./entity.ts";
import { findReference } from "./get.ts";
import { showReference } from "./in-booking.ts";
import type { ReferenceUpdate } from "./model.ts";

/** Changes a reference, and what its booking shows of it. Two round trips; what is the same already changes nothing. */
export async function updateReference(
  caller: Caller,
  target: { id: number } & Expected,
  changes: ReferenceUpdate,
): Promise<StoredReference> {
  return retryRefused(async () => {
    const before = await findReference(caller, target.id);
    requireMatch(target, before);
    const changed = StoredReference.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return before;
    const after = { ...changed, version: before.version + 1 };
    return commit(after, [replace(ReferenceItem, before, after), showReference(after)]);
  });
}
