import type { UserSchedule } from "./default-schedule.ts";
import type { StoredSchedule } from "./entity.ts";
import type { StoredEntry } from "./entries.ts";
import type { Availability, AvailabilityWithOwner, Schedule } from "./schema.ts";
import { timeText } from "./time-of-day.ts";

/** A schedule as it is returned; with its version, for its entity tag. */
export const renderSchedule = ({ entries, ...schedule }: UserSchedule): Schedule & { version: number } => ({
  ...schedule,
  availability: entries.map((entry) => shownEntry(schedule.id, entry)),
});

/** An entry as its own endpoints return it; with the version of its schedule, for its entity tag. */
export type RenderedAvailability = AvailabilityWithOwner & { version: number };

/** An entry of a schedule as it is returned. */
export const renderAvailability = (
  { id, userId, version }: StoredSchedule,
  entry: StoredEntry,
): RenderedAvailability => ({ ...shownEntry(id, entry), Schedule: { userId }, version });

const shownEntry = (scheduleId: number, entry: StoredEntry): Availability => ({
  ...entry,
  scheduleId,
  eventTypeId: null,
  startTime: timeText(entry.startTime),
  endTime: timeText(entry.endTime),
});
