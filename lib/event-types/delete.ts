import type { Caller } from "#lib/access/caller.ts";
import { remove } from "#lib/table/operations.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { releaseUnique } from "#lib/table/unique.ts";
import { transact } from "#lib/table/write.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { getEventType } from "./get.ts";
import type { EventType } from "./model.ts";

/** Deletes an event type; its bookings stay. */
export async function deleteEventType(caller: Caller, id: number): Promise<EventType> {
  return retryRefused(async () => {
    const eventType = await getEventType(caller, id);
    const { userId, slug, version } = eventType;
    await transact([
      remove(EventTypeItem, { id }, { ifVersion: version }),
      remove(EventTypeOfUser, { userId, id }),
      releaseUnique({ kind: "slug", value: `${userId}/${slug}` }),
    ]);
    return eventType;
  });
}
