import { type Caller, isSystemAdmin, requireOwnUser } from "#lib/caller.ts";
import { listOfPartition } from "#lib/lists/list-of-partition.ts";
import { countOf, type ListSource } from "#lib/lists/source.ts";
import { enumeratePages } from "#lib/table/enumerate.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { ScheduleItem, ScheduleLocator } from "./entity.ts";
import type { Schedule } from "./model.ts";
import { shownSchedule } from "./shown.ts";

/**
 * The caller's schedules by rising id; for a system admin those of a user, or all.
 *
 * @throws {Failure} `forbidden` when another caller names a user
 */
export function listSchedules(
  caller: Caller,
  { userId }: { userId?: number | undefined },
): ListSource<Schedule> {
  requireOwnUser(caller, userId);
  if (userId === undefined && isSystemAdmin(caller)) return allSchedules;
  return listOfPartition(ScheduleItem, { userId: userId ?? caller.userId }, { shown: shownSchedule });
}

const allSchedules: ListSource<Schedule> = {
  async *read({ after }) {
    for await (const locators of enumeratePages(ScheduleLocator, "schedule", Number(after ?? 0))) {
      const found = await getItems(locators.map((locator) => wanted(ScheduleItem, locator)));
      yield found.filter((schedule) => schedule !== undefined).map(shownSchedule);
    }
  },
  positionOf: ({ id }) => String(id),
  count: () => countOf(enumeratePages(ScheduleLocator, "schedule")),
};
