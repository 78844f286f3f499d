import { type RenderedAvailability, renderAvailability } from "#lib/calendar/schedules/render.ts";
import { findAvailability } from "#lib/calendar/schedules/visibility.ts";
import type { Caller } from "#lib/caller.ts";

/** Gets an availability entry of a schedule that the caller can access. */
export async function getAvailability(caller: Caller, id: number): Promise<RenderedAvailability> {
  const { schedule, entry } = await findAvailability(caller, id);
  return renderAvailability(schedule, entry);
}
