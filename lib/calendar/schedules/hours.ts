import type { Hours } from "#lib/calendar/availability/calendar.ts";
import type { StoredSchedule } from "./entity.ts";

/**
 * The hours at which an event type can be booked: those of its schedule, otherwise of its host's default schedule. Null if the host has no
 * schedule: the event type can be booked at all hours.
 */
export function hoursOfEventType(
  { scheduleId }: { scheduleId: number | null },
  { defaultScheduleId }: { defaultScheduleId: number | null },
  schedules: readonly StoredSchedule[],
): Hours | null {
  const ownSchedule = schedules.find(({ id }) => id === scheduleId);
  const schedule = ownSchedule ?? schedules.find(({ id }) => id === defaultScheduleId);
  return schedule ? hoursOfSchedule(schedule) : null;
}

/** Converts a schedule to the form that `lib/calendar/availability` uses. */
const hoursOfSchedule = ({ timeZone, entries }: StoredSchedule): Hours => ({
  timeZone,
  entries: entries.map(({ days, date, startTime, endTime }) => ({
    days,
    date,
    from: startTime,
    to: endTime,
  })),
});
