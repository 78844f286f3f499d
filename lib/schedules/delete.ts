import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { commit } from "#lib/table/commit.ts";
import { equals } from "#lib/table/condition.ts";
import { type Operation, remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { UserItem } from "#lib/users/entity.ts";
import { setDefaultOfUser, setIsDefault } from "./default-schedule.ts";
import { ScheduleItem, ScheduleLocator, type StoredSchedule } from "./entity.ts";
import { schedulesOf } from "./of-user.ts";
import { findSchedule } from "./visibility.ts";

/**
 * Deletes a schedule. If it is the default, the oldest remaining schedule becomes the default.
 *
 * @throws {Failure} `conflict` while an event type uses it
 */
export async function deleteSchedule(
  caller: Caller,
  target: { id: number } & Expected,
): Promise<StoredSchedule> {
  return retryRefused(async () => {
    const schedule = await findSchedule(caller, target.id);
    requireMatch(target, schedule);
    const { id, userId, version, isDefault } = schedule;
    return commit(schedule, [
      remove(ScheduleItem, { userId, id }, { ifVersion: version }),
      remove(ScheduleLocator, { id }, { if: equals("eventTypeCount", 0), refusal: inUse() }),
      ...(isDefault ? await replaceDefault(schedule) : []),
    ]);
  });
}

const inUse = (): Failure =>
  new Failure("conflict", "Event types use this schedule. Change their scheduleId or delete them first.");

async function replaceDefault({ id, userId }: StoredSchedule): Promise<Operation[]> {
  const user = await getItem(UserItem, { id: userId });
  if (!user) return [];
  const oldest = (await schedulesOf(userId)).find((other) => other.id !== id);
  return [setDefaultOfUser(user, oldest?.id ?? null), ...(oldest ? [setIsDefault(oldest, true)] : [])];
}
