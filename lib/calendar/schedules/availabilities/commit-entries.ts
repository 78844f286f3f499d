import { nowIso } from "#lib/platform/clock.ts";
import { ScheduleItem, type StoredSchedule } from "#lib/schedules/entity.ts";
import type { StoredEntry } from "#lib/schedules/entries.ts";
import { type RenderedAvailability, renderAvailability } from "#lib/schedules/render.ts";
import { replace } from "#lib/table/operations.ts";
import { commitResult } from "#lib/table/write.ts";

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
