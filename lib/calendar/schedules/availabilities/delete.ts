import type { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { findAvailability } from "#lib/calendar/schedules/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitEntries } from "./commit-entries.ts";

/** Deletes an availability entry. */
export async function deleteAvailability(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before, entry } = await findAvailability(caller, target.id);
    requireMatch(target, before);
    const entries = before.entries.filter(({ id }) => id !== entry.id);
    return commitEntries({ before, after: { ...before, entries }, entry });
  });
}
