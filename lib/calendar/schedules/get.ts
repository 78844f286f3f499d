import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { withDefault } from "./default-schedule.ts";
import { ScheduleItem, ScheduleLocator, type StoredSchedule } from "./entity.ts";
import { type StoredEntry, scheduleIdOf } from "./entries.ts";
import { renderSchedule } from "./render.ts";
import type { Schedule } from "./schema.ts";

/** Gets a schedule that the caller can access. */
export async function getSchedule(caller: Caller, id: number): Promise<Schedule & { version: number }> {
  const { schedule, user } = await getVisibleSchedule(caller, id);
  return renderSchedule(withDefault(schedule, user));
}

/** A schedule and its user, who has the id of the default schedule. */
interface FoundSchedule {
  schedule: StoredSchedule;
  user: Stored<typeof UserItem>;
}

/**
 * Finds a schedule that the caller can access, and its user: their own; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleSchedule(caller: Caller, id: number): Promise<FoundSchedule> {
  const found = await readSchedule(caller, id);
  if (!found) throw notFound("Schedule");
  return found;
}

/**
 * Finds an availability entry that the caller can access, and its schedule.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleAvailability(
  caller: Caller,
  id: number,
): Promise<{ schedule: StoredSchedule; entry: StoredEntry }> {
  const schedule = (await readSchedule(caller, scheduleIdOf(id)))?.schedule;
  const entry = schedule?.entries.find((one) => one.id === id);
  if (!schedule || !entry) throw notFound("Availability");
  return { schedule, entry };
}

async function readSchedule(caller: Caller, id: number): Promise<FoundSchedule | undefined> {
  const { userId } = caller;
  const locators = isSystemAdmin(caller) ? [itemRequest(ScheduleLocator, { id })] : [];
  const [schedule, user, locator] = await findItems([...itemRequestsOf({ userId, id }), ...locators]);
  if (schedule && user) return { schedule, user };
  if (!locator) return undefined;
  const [othersSchedule, owner] = await findItems(itemRequestsOf({ userId: locator.userId, id }));
  return othersSchedule && owner && { schedule: othersSchedule, user: owner };
}

const itemRequestsOf = ({ userId, id }: { userId: number; id: number }) =>
  [itemRequest(ScheduleItem, { userId, id }), itemRequest(UserItem, { id: userId })] as const;
