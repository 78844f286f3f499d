import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { invalidField, requireFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";
import { addEntry, type StoredEntry } from "./entries.ts";
import { getVisibleAvailability, getVisibleSchedule } from "./get.ts";
import {
  type AvailabilityCreate,
  type AvailabilityUpdate,
  findEntryProblem,
  withoutDaysIfDated,
} from "./input.ts";
import { type RenderedAvailability, renderAvailability } from "./render.ts";

/** Adds an availability entry to a schedule. */
export async function createAvailability(
  caller: Caller,
  { scheduleId, ...hours }: AvailabilityCreate,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before } = await requireFound("#/scheduleId", getVisibleSchedule(caller, scheduleId));
    const { schedule, entry } = addEntry(before, hours);
    return commitEntries({ before, after: schedule, entry });
  });
}

/** Updates an availability entry. The version of an entry is that of its schedule. */
export async function updateAvailability(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: AvailabilityUpdate,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before, entry: old } = await getVisibleAvailability(caller, target.id);
    requireMatch(target, before);
    const { days = old.days, startTime = old.startTime, endTime = old.endTime, date = old.date } = changes;
    const entry = withoutDaysIfDated({ id: old.id, days, startTime, endTime, date });
    const problem = findEntryProblem(entry);
    if (problem) throw invalidField(`#/${problem.field}`, problem.text);
    const entries = before.entries.map((one) => (one.id === entry.id ? entry : one));
    return commitEntries({ before, after: { ...before, entries }, entry });
  });
}

/** Deletes an availability entry. */
export async function deleteAvailability(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<RenderedAvailability> {
  return retryFailedCondition(async () => {
    const { schedule: before, entry } = await getVisibleAvailability(caller, target.id);
    requireMatch(target, before);
    const entries = before.entries.filter(({ id }) => id !== entry.id);
    return commitEntries({ before, after: { ...before, entries }, entry });
  });
}

/** Gets an availability entry of a schedule that the caller can access. */
export async function getAvailability(caller: Caller, id: number): Promise<RenderedAvailability> {
  const { schedule, entry } = await getVisibleAvailability(caller, id);
  return renderAvailability(schedule, entry);
}

/** A schedule before and after one of its entries changes. */
interface EntryChange {
  before: StoredSchedule;
  after: Pick<StoredSchedule, "entries" | "nextEntry">;
  /** The entry to return. */
  entry: StoredEntry;
}

/** Writes the entries of a schedule, and returns the rendered entry. Fails if the schedule has changed since it was read. */
async function commitEntries({ before, after, entry }: EntryChange): Promise<RenderedAvailability> {
  const { entries, nextEntry } = after;
  const schedule = { ...before, entries, nextEntry, updatedAt: nowIso(), version: before.version + 1 };
  return commitResult(renderAvailability(schedule, entry), [replace(ScheduleItem, before, schedule)]);
}
