import { type Caller, requireOwnUser } from "#lib/caller.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { type Account, accountOf } from "#lib/identity/users/account.ts";
import { newUserWrites, prepareUser } from "#lib/identity/users/create.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { UserCreate } from "#lib/identity/users/input.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { type Operation, put, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult, transact } from "#lib/storage/table/write.ts";
import { setDefaultOfUser, type UserSchedule } from "./default-schedule.ts";
import { ScheduleItem, ScheduleLocator, type StoredSchedule } from "./entity.ts";
import { entriesAfter, replaceEntries } from "./entries.ts";
import type { ScheduleCreate } from "./input.ts";
import { listSchedulesOfUser } from "./list.ts";
import { type EntryTimes, MAX_SCHEDULES } from "./schema.ts";

/** Monday to Friday, 09:00 to 17:00. */
const OFFICE_HOURS: EntryTimes = { days: [1, 2, 3, 4, 5], startTime: 540, endTime: 1_020, date: null };

/**
 * Creates a schedule of the caller, or of another user for a system admin. The first schedule of a user is the default.
 *
 * @throws {Failure} `limit_reached` if the user has 20 schedules
 */
export async function createSchedule(caller: Caller, input: ScheduleCreate): Promise<UserSchedule> {
  requireOwnUser(caller, input.userId);
  const { userId = caller.userId, name, availability = [OFFICE_HOURS], overrides } = input;
  const [id = 0] = await takeIds("schedule", 1);
  const entries = entriesAfter([], { availability, overrides });
  const numbered = replaceEntries({ id, entries: [], nextEntry: 1 }, entries);
  return retryFailedCondition(async () => {
    // Read the user first: if another schedule is created after the query, the user has a new version and this write fails.
    const user = await findItem(UserItem, { id: userId });
    if (!user) throw invalidField("#/userId", "User not found.");
    const others = await listSchedulesOfUser(userId);
    if (others.length >= MAX_SCHEDULES)
      throw new Failure("limit_reached", `A user can have at most ${MAX_SCHEDULES} schedules.`);
    const isDefault = input.isDefault === true || user.defaultScheduleId === null;
    const timeZone = input.timeZone ?? user.timeZone;
    const schedule = newSchedule({ ...numbered, userId, name, timeZone });
    return commitResult({ ...schedule, isDefault }, [
      isDefault ? setDefaultOfUser(user, id) : update(UserItem, { id: userId }, { ifVersion: user.version }),
      ...newScheduleWrites(schedule),
    ]);
  });
}

/** Returns a new schedule of a user, as it is stored. */
function newSchedule(fields: Omit<StoredSchedule, "createdAt" | "updatedAt" | "version">): StoredSchedule {
  const at = nowIso();
  return { ...fields, createdAt: at, updatedAt: at, version: 1 };
}

/** The writes that store a new schedule. The user must be written in the same transaction, see `setDefaultOfUser`. */
const newScheduleWrites = (schedule: StoredSchedule): Operation[] => [
  put(ScheduleItem, schedule),
  put(ScheduleLocator, { id: schedule.id, userId: schedule.userId, eventTypeCount: 0 }),
];

/** Name of the schedule that a new user has. */
const FIRST_SCHEDULE = "Working hours";

/**
 * Creates a user with a default schedule, Monday to Friday, 09:00 to 17:00 in the user's time zone, in one transaction.
 *
 * @throws {Failure} `conflict` if another user has the email address or the username
 */
export async function createUserWithSchedule(caller: Caller, input: UserCreate): Promise<Account> {
  const [prepared, [id = 0]] = await Promise.all([prepareUser(caller, input), takeIds("schedule", 1)]);
  const user = { ...prepared, defaultScheduleId: id };
  const numbered = replaceEntries({ id, entries: [], nextEntry: 1 }, [OFFICE_HOURS]);
  const schedule = newSchedule({
    ...numbered,
    userId: user.id,
    name: FIRST_SCHEDULE,
    timeZone: user.timeZone,
  });
  await transact([...newUserWrites(user), ...newScheduleWrites(schedule)]);
  return accountOf(user);
}
