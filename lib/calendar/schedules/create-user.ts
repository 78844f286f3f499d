import type { Caller } from "#lib/caller.ts";
import { type Account, accountOf } from "#lib/identity/users/account.ts";
import { newUserWrites, prepareUser } from "#lib/identity/users/create.ts";
import type { UserCreate } from "#lib/identity/users/input.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { transact } from "#lib/storage/table/write.ts";
import { newSchedule, newScheduleWrites, OFFICE_HOURS } from "./create.ts";
import { replaceEntries } from "./entries.ts";

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
