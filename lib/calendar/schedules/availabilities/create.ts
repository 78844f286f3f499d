import type { Caller } from "#lib/caller.ts";
import { addEntry } from "#lib/schedules/entries.ts";
import type { AvailabilityCreate } from "#lib/schedules/input.ts";
import type { RenderedAvailability } from "#lib/schedules/render.ts";
import { findSchedule } from "#lib/schedules/visibility.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitEntries } from "./commit-entries.ts";

/** Adds an availability entry to a schedule. */
export async function createAvailability(
  caller: Caller,
  { scheduleId, ...hours }: AvailabilityCreate,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before } = await findSchedule(caller, scheduleId);
    const { schedule, entry } = addEntry(before, hours);
    return commitEntries({ before, after: schedule, entry });
  });
}
