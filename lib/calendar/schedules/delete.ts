import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { differs, equals, present } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { check, type Operation, remove } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { setDefaultOfUser, type UserSchedule, withDefault } from "./default-schedule.ts";
import { ScheduleItem, ScheduleLocator } from "./entity.ts";
import { getVisibleSchedule } from "./get.ts";
import { listSchedulesOfUser } from "./list.ts";

/**
 * Deletes a schedule. If it is the default, the oldest remaining schedule becomes the default.
 *
 * @throws {Failure} `conflict` while an event type uses it
 */
export async function deleteSchedule(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<UserSchedule> {
  return retryFailedCondition(async () => {
    const { schedule, user } = await getVisibleSchedule(caller, target.id);
    requireMatch(target, schedule);
    const { id, userId, version } = schedule;
    const deleted = withDefault(schedule, user);
    return commitResult(deleted, [
      remove(ScheduleItem, { userId, id }, { ifVersion: version }),
      remove(ScheduleLocator, { id }, { if: equals("eventTypeCount", 0), failure: inUse() }),
      ...(deleted.isDefault
        ? await replaceDefault(user, id)
        : [check(UserItem, { id: userId }, { if: differs("defaultScheduleId", id) })]),
    ]);
  });
}

const inUse = (): Failure =>
  new Failure("conflict", "Event types use this schedule. Change their scheduleId or delete them first.");

async function replaceDefault(user: Stored<typeof UserItem>, id: number): Promise<Operation[]> {
  const oldest = (await listSchedulesOfUser(user.id)).find((other) => other.id !== id);
  if (!oldest) return [setDefaultOfUser(user, null)];
  const key = { userId: user.id, id: oldest.id };
  return [setDefaultOfUser(user, oldest.id), check(ScheduleItem, key, { if: present("pk") })];
}
