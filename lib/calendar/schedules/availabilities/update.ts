import {
  type AvailabilityUpdate,
  findEntryProblem,
  withoutDaysIfDated,
} from "#lib/calendar/schedules/input.ts";
import type { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { findAvailability } from "#lib/calendar/schedules/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { invalidField } from "#lib/failures.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitEntries } from "./commit-entries.ts";

/** Updates an availability entry. The version of an entry is that of its schedule. */
export async function updateAvailability(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: AvailabilityUpdate,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before, entry: old } = await findAvailability(caller, target.id);
    requireMatch(target, before);
    const { days = old.days, startTime = old.startTime, endTime = old.endTime, date = old.date } = changes;
    const entry = withoutDaysIfDated({ id: old.id, days, startTime, endTime, date });
    const problem = findEntryProblem(entry);
    if (problem) throw invalidField(`#/${problem.field}`, problem.text);
    const entries = before.entries.map((one) => (one.id === entry.id ? entry : one));
    return commitEntries({ before, after: { ...before, entries }, entry });
  });
}
