import { addEntry } from "#lib/calendar/schedules/entries.ts";
import type { AvailabilityCreate } from "#lib/calendar/schedules/input.ts";
import type { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { findSchedule } from "#lib/calendar/schedules/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
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
