import type { Hours } from "#lib/availability/calendar.ts";
import type { StoredSchedule } from "./entity.ts";

/**
 * The hours at which an event type can be booked: those of the schedule it names, else of its host's default. Null if the host has no
 * schedule; then it is open at all hours.
 */
export function hoursOfEventType(
  { scheduleId }: { scheduleId: number | null },
  { defaultScheduleId }: { defaultScheduleId: number | null },
  schedules: readonly StoredSchedule[],
): Hours | null {
  const named = schedules.find(({ id }) => id === scheduleId);
  const schedule = named ?? schedules.find(({ id }) => id === defaultScheduleId);
  return schedule ? hoursOfSchedule(schedule) : null;
}

/** Converts a schedule to the form that `lib/availability` uses. */
export const hoursOfSchedule = ({ timeZone, entries }: StoredSchedule): Hours => ({
  timeZone,
  entries: entries.map(({ days, date, startTime, endTime }) => ({
    days,
    date,
    from: startTime,
    to: endTime,
  })),
});
