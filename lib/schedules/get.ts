import type { Caller } from "#lib/caller.ts";
import { withDefault } from "./default-schedule.ts";
import { renderSchedule } from "./render.ts";
import type { Schedule } from "./schema.ts";
import { findSchedule } from "./visibility.ts";

/** Gets a schedule of the caller; a system admin gets any. */
export async function getSchedule(caller: Caller, id: number): Promise<Schedule & { version: number }> {
  const { schedule, user } = await findSchedule(caller, id);
  return renderSchedule(withDefault(schedule, user));
}
