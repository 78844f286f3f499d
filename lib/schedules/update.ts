import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { type Expected, requireMatch } from "#lib/http/precondition.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { commit } from "#lib/table/commit.ts";
import { type Operation, replace } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { UserItem } from "#lib/users/entity.ts";
import { setDefaultOfUser, setIsDefault } from "./default-schedule.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";
import { replaceEntries } from "./entries.ts";
import type { ScheduleUpdate } from "./input.ts";
import type { EntryTimes } from "./model.ts";
import { schedulesOf } from "./of-user.ts";
import { findSchedule } from "./visibility.ts";

/** Updates a schedule. Times offered from it are right again after 5 seconds at the latest. */
export async function updateSchedule(
  caller: Caller,
  target: { id: number } & Expected,
  changes: ScheduleUpdate,
): Promise<StoredSchedule> {
  return retryRefused(async () => {
    const before = await findSchedule(caller, target.id);
    requireMatch(target, before);
    if (before.isDefault && changes.isDefault === false)
      throw invalidField("#/isDefault", "Make another schedule the default instead.");
    const { name = before.name, timeZone = before.timeZone, isDefault = before.isDefault } = changes;
    const after: StoredSchedule = {
      ...replaceEntries(before, entriesAfter(before.entries, changes)),
      ...{ name, timeZone, isDefault },
      updatedAt: nowIso(),
      version: before.version + 1,
    };
    const becomesDefault = after.isDefault && !before.isDefault;
    return commit(after, [
      replace(ScheduleItem, before, after),
      ...(becomesDefault ? await makeDefault(after) : []),
    ]);
  });
}

/** `availability` replaces the weekly entries. The dates that it or `overrides` names have the entries they name. */
function entriesAfter(
  entries: StoredSchedule["entries"],
  { availability, overrides = [] }: ScheduleUpdate,
): (EntryTimes & { id?: number })[] {
  const dated = [...(availability ?? []).filter(({ date }) => date !== null), ...overrides.flat()];
  const replaced = new Set(dated.map(({ date }) => date));
  const weekly = (availability ?? entries).filter(({ date }) => date === null);
  return [...weekly, ...entries.filter(({ date }) => date !== null && !replaced.has(date)), ...dated];
}

/** The writes beside that of the schedule itself. */
async function makeDefault({ id, userId }: StoredSchedule): Promise<Operation[]> {
  const user = await getItem(UserItem, { id: userId });
  if (!user) throw invalidField("#/isDefault", "User not found.");
  const others = (await schedulesOf(userId)).filter((other) => other.id !== id && other.isDefault);
  return [setDefaultOfUser(user, id), ...others.map((other) => setIsDefault(other, false))];
}
