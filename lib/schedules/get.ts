import type { Caller } from "#lib/caller.ts";
import type { Schedule } from "./model.ts";
import { shownSchedule } from "./shown.ts";
import { findSchedule } from "./visibility.ts";

/** Gets a schedule of the caller; a system admin gets any. */
export const getSchedule = async (caller: Caller, id: number): Promise<Schedule & { version: number }> =>
  shownSchedule(await findSchedule(caller, id));
