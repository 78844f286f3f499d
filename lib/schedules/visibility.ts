import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { getItem, getItems, wanted } from "#lib/table/read.ts";
import { ScheduleItem, ScheduleLocator, type StoredSchedule } from "./entity.ts";
import { type StoredEntry, scheduleIdOf } from "./entries.ts";

/**
 * A schedule that the caller can access: their own; any for a system admin. One round trip; two for an admin whose own it is not.
 *
 * @throws {Failure} `not_found`
 */
export async function findSchedule(caller: Caller, id: number): Promise<StoredSchedule> {
  const found = await readSchedule(caller, id);
  if (!found) throw notFound("Schedule");
  return found;
}

/**
 * An availability entry that the caller can access, and its schedule.
 *
 * @throws {Failure} `not_found`
 */
export async function findAvailability(
  caller: Caller,
  id: number,
): Promise<{ schedule: StoredSchedule; entry: StoredEntry }> {
  const schedule = await readSchedule(caller, scheduleIdOf(id));
  const entry = schedule?.entries.find((one) => one.id === id);
  if (!schedule || !entry) throw notFound("Availability");
  return { schedule, entry };
}

async function readSchedule(caller: Caller, id: number): Promise<StoredSchedule | undefined> {
  const own = { userId: caller.userId, id };
  if (!isSystemAdmin(caller)) return getItem(ScheduleItem, own);
  const [mine, locator] = await getItems([wanted(ScheduleItem, own), wanted(ScheduleLocator, { id })]);
  return mine ?? (locator && getItem(ScheduleItem, locator));
}
