import type * as z from "zod";
import { Version } from "#lib/storage/table/entity.ts";
import type { UserSchedule } from "./default-schedule.ts";
import type { StoredSchedule } from "./entity.ts";
import type { StoredEntry } from "./entries.ts";
import { type Availability, AvailabilityWithOwner, type Schedule } from "./schema.ts";
import { timeText } from "./time-of-day.ts";

/** Renders a schedule for API responses. The version is for its entity tag. */
export const renderSchedule = ({ entries, ...schedule }: UserSchedule): Schedule & { version: number } => ({
  ...schedule,
  availability: entries.map((entry) => renderEntry(schedule.id, entry)),
});

/** A rendered entry, with the version of its schedule for its entity tag. */
export const RenderedAvailability = AvailabilityWithOwner.extend({ version: Version });
export type RenderedAvailability = z.output<typeof RenderedAvailability>;

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
