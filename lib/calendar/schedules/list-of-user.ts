import { queryAll } from "#lib/storage/table/query.ts";
import { ScheduleItem, type StoredSchedule } from "./entity.ts";

/** Lists all schedules of a user, oldest first: at most 20. */
export const listSchedulesOfUser = (userId: number): Promise<StoredSchedule[]> =>
  queryAll(ScheduleItem, { userId });
