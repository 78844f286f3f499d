import type { Caller } from "#lib/caller.ts";
import { type RenderedAvailability, renderAvailability } from "#lib/schedules/render.ts";
import { findAvailability } from "#lib/schedules/visibility.ts";

/** Gets an availability entry of a schedule that the caller can access. */
export async function getAvailability(caller: Caller, id: number): Promise<RenderedAvailability> {
  const { schedule, entry } = await findAvailability(caller, id);
  return renderAvailability(schedule, entry);
}
