import type { Caller } from "#lib/caller.ts";
import { withDefault } from "./default-schedule.ts";
import { renderSchedule } from "./render.ts";
import type { Schedule } from "./schema.ts";
import { findSchedule } from "./visibility.ts";

/** Gets a schedule that the caller can access. */
export async function getSchedule(caller: Caller, id: number): Promise<Schedule & { version: number }> {
  const { schedule, user } = await findSchedule(caller, id);
  return renderSchedule(withDefault(schedule, user));
}
