import type { UserSchedule } from "./default-schedule.ts";
import type { StoredSchedule } from "./entity.ts";
import type { StoredEntry } from "./entries.ts";
import type { Availability, AvailabilityWithOwner, Schedule } from "./schema.ts";
import { timeText } from "./time-of-day.ts";

/** Renders a schedule for API responses. The version is for its entity tag. */
export const renderSchedule = ({ entries, ...schedule }: UserSchedule): Schedule & { version: number } => ({
  ...schedule,
  availability: entries.map((entry) => renderEntry(schedule.id, entry)),
});

/** A rendered entry, with the version of its schedule for its entity tag. */
export type RenderedAvailability = AvailabilityWithOwner & { version: number };

/** Renders an entry of a schedule for API responses. */
export const renderAvailability = (
  { id, userId, version }: StoredSchedule,
  entry: StoredEntry,
): RenderedAvailability => ({ ...renderEntry(id, entry), Schedule: { userId }, version });

const renderEntry = (scheduleId: number, entry: StoredEntry): Availability => ({
  ...entry,
  scheduleId,
  eventTypeId: null,
  startTime: timeText(entry.startTime),
  endTime: timeText(entry.endTime),
});
