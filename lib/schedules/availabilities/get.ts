import type { Caller } from "#lib/caller.ts";
import { type ShownAvailability, shownAvailability } from "#lib/schedules/shown.ts";
import { findAvailability } from "#lib/schedules/visibility.ts";

/** Gets an availability entry of a schedule that the caller can access. */
export async function getAvailability(caller: Caller, id: number): Promise<ShownAvailability> {
  const { schedule, entry } = await findAvailability(caller, id);
  return shownAvailability(schedule, entry);
}
