import { scheduleUseWrites } from "#lib/calendar/schedules/event-type-use.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { releaseUnique, remove } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { getEventType } from "./get.ts";

/** Deletes an event type; its bookings stay. */
export async function deleteEventType(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<Stored<typeof EventTypeItem>> {
  return retryFailedCondition(async () => {
    const eventType = await getEventType(caller, target.id);
    requireMatch(target, eventType);
    const { id, userId, slug, version } = eventType;
    return commitResult(eventType, [
      remove(EventTypeItem, { id }, { ifVersion: version }),
      remove(EventTypeOfUser, { userId, id }),
      ...scheduleUseWrites(eventType, undefined),
      releaseUnique({ kind: "slug", value: `${userId}/${slug}` }),
    ]);
  });
}
