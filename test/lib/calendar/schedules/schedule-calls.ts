import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { renderSchedule } from "#lib/calendar/schedules/render.ts";
import type { Caller } from "#lib/caller.ts";

/** Creates a schedule. Returns it as the API does. */
export const create = async (caller: Caller, fields: Record<string, unknown> = {}) =>
  renderSchedule(await createSchedule(caller, ScheduleCreate.parse({ name: "Work", ...fields })));

/** The entries of a schedule as text, without ids. */
export const hours = ({ availability }: Awaited<ReturnType<typeof create>>) =>
  availability.map(
    ({ days, date, startTime, endTime }) => `${date ?? days.join("")} ${startTime}-${endTime}`,
  );
