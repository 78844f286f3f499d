import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { invalidField } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { setDefaultOfUser, type UserSchedule } from "./default-schedule.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";
import { entriesAfter, replaceEntries } from "./entries.ts";
import { getVisibleSchedule } from "./get.ts";
import type { ScheduleUpdate } from "./input.ts";

/** Updates a schedule. Slots and bookings follow the change within 5 seconds. */
export async function updateSchedule(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: ScheduleUpdate,
): Promise<UserSchedule> {
  return retryFailedCondition(async () => {
    const { schedule: before, user } = await getVisibleSchedule(caller, target.id);
    requireMatch(target, before);
    const wasDefault = user.defaultScheduleId === before.id;
    if (wasDefault && changes.isDefault === false)
      throw invalidField("#/isDefault", "Make another schedule the default instead.");
    const { name = before.name, timeZone = before.timeZone, isDefault = wasDefault } = changes;
    const after: StoredSchedule = {
      ...replaceEntries(before, entriesAfter(before.entries, changes)),
      ...{ name, timeZone },
      updatedAt: nowIso(),
      version: before.version + 1,
    };
    return commitResult({ ...after, isDefault }, [
      replace(ScheduleItem, before, after),
      ...(isDefault && !wasDefault ? [setDefaultOfUser(user, after.id)] : []),
    ]);
  });
}
