import { type Caller, isSystemAdmin, requireOwnUser } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { withDefault } from "./default-schedule.ts";
import { ScheduleItem, ScheduleLocator, type StoredSchedule } from "./entity.ts";
import { renderSchedule } from "./render.ts";
import type { Schedule } from "./schema.ts";

/**
 * Lists the caller's schedules by id; for a system admin those of a user, or all.
 *
 * @throws {Failure} `forbidden` if the caller requests another user's and is not a system admin
 */
export function listSchedules(
  caller: Caller,
  { userId }: { userId?: number | undefined },
): ListSource<Schedule> {
  requireOwnUser(caller, userId);
  return userId === undefined && isSystemAdmin(caller) ? allSchedules() : listOfUser(userId ?? caller.userId);
}

/** The schedules of a user, at most 20, read at the same time as the user. */
const listOfUser = (userId: number): ListSource<Schedule> => ({
  async *read({ after = "0" }) {
    const [user, schedules] = await Promise.all([
      findItem(UserItem, { id: userId }),
      listSchedulesOfUser(userId),
    ]);
    const rest = schedules.filter(({ id }) => id > Number(after));
    yield rest.map((schedule) => renderSchedule(withDefault(schedule, user)));
  },
  positionOf: ({ id }) => String(id),
  count: async () => (await listSchedulesOfUser(userId)).length,
});

const allSchedules = (): ListSource<Schedule> =>
  listByKeys(listOfKind(ScheduleLocator, "schedule"), {
    find: readSchedules,
    positionOf: ({ id }) => String(id),
  });

/** Reads schedules with their users. */
async function readSchedules(
  locators: readonly Stored<typeof ScheduleLocator>[],
): Promise<(Schedule | undefined)[]> {
  const [schedules, users] = await Promise.all([
    findItems(locators.map((locator) => itemRequest(ScheduleItem, locator))),
    findItems(locators.map(({ userId }) => itemRequest(UserItem, { id: userId }))),
  ]);
  return schedules.map((schedule, at) => schedule && renderSchedule(withDefault(schedule, users[at])));
}

/** Lists all schedules of a user, oldest first: at most 20. */
export const listSchedulesOfUser = (userId: number): Promise<StoredSchedule[]> =>
  queryAll(ScheduleItem, { userId });
