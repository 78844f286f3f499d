import type { Caller } from "#lib/access/caller.ts";
import { replace } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { releaseUnique } from "#lib/table/unique.ts";
import { transact } from "#lib/table/write.ts";
import { belongsToTeam, claimSlug } from "./create.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { getEventType } from "./get.ts";
import type { EventType, EventTypeUpdate } from "./model.ts";
import { teamNameOf } from "./team-name.ts";

/** Changes an event type; bookings made before keep what they were made with. */
export async function updateEventType(
  caller: Caller,
  id: number,
  changes: EventTypeUpdate,
): Promise<EventType> {
  return retryRefused(async () => {
    const before = await getEventType(caller, id);
    const after = EventTypeItem.schema.parse({ ...before, ...changes });
    if (after.teamId !== before.teamId) after.teamName = await teamNameOf(after.teamId);
    const slugMoves = after.slug !== before.slug;
    await transact([
      replace(EventTypeItem, before, after),
      replace(EventTypeOfUser, before, after),
      ...(after.teamId === before.teamId ? [] : belongsToTeam(after)),
      ...(slugMoves
        ? [releaseUnique({ kind: "slug", value: `${before.userId}/${before.slug}` }), claimSlug(after)]
        : []),
    ]);
    return after;
  });
}
