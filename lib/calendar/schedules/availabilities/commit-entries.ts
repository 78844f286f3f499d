import { ScheduleItem, type StoredSchedule } from "#lib/calendar/schedules/entity.ts";
import type { StoredEntry } from "#lib/calendar/schedules/entries.ts";
import { type RenderedAvailability, renderAvailability } from "#lib/calendar/schedules/render.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { commitResult } from "#lib/storage/table/write.ts";

/** A schedule before and after one of its entries changes. */
interface EntryChange {
  before: StoredSchedule;
  after: Pick<StoredSchedule, "entries" | "nextEntry">;
  /** The entry to return. */
  entry: StoredEntry;
}

/** Writes the entries of a schedule, and returns the rendered entry. Fails if the schedule has changed since it was read. */
export async function commitEntries({ before, after, entry }: EntryChange): Promise<RenderedAvailability> {
  const { entries, nextEntry } = after;
  const schedule = { ...before, entries, nextEntry, updatedAt: nowIso(), version: before.version + 1 };
  return commitResult(renderAvailability(schedule, entry), [replace(ScheduleItem, before, schedule)]);
}
