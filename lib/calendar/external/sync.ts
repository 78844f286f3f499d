import type { Caller } from "#lib/caller.ts";
import { Failure, invalidField, notFound } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { defaultDeadline } from "#lib/platform/outbound/fetch-outside.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { runInParts, transact } from "#lib/storage/table/write.ts";
import { CalendarItem, type StoredCalendar } from "./entity.ts";
import { readCalendarNow } from "./read-calendar-now.ts";
import { getCalendar } from "./visibility.ts";

/** Minimum milliseconds between two checks of a calendar. */
const PAUSE = 30_000;

/**
 * Checks a calendar now. If it can't be read, its status says so.
 *
 * @throws {Failure} `not_found`, `invalid_request` if it is pushed, `too_many_requests` within 30 seconds of the last check
 */
export async function syncCalendar(caller: Caller, id: number): Promise<StoredCalendar> {
  const deadline = defaultDeadline();
  const calendar = await getCalendar(caller, id);
  if (calendar.type === "pushed")
    throw invalidField("#/path/id", "A pushed calendar can't be read: its busy times are sent.");
  return runInParts(async () => readCalendarNow(await startCheck(calendar), deadline));
}

/** Records the check before it begins, so that concurrent requests read the calendar once. */
const startCheck = ({ id, userId }: StoredCalendar): Promise<StoredCalendar> =>
  retryFailedCondition(async () => {
    const before = await findItem(CalendarItem, { userId, id });
    if (!before) throw notFound("Calendar");
    const wait = Date.parse(before.lastCheckedAt ?? "1970-01-01T00:00:00Z") + PAUSE - now();
    if (wait > 0) throw tooManyChecks(Math.ceil(wait / 1000));
    const after = { ...before, lastCheckedAt: nowIso(), version: before.version + 1 };
    // As a transaction, it also fails if another request has written the same item.
    await transact([replace(CalendarItem, before, after)]);
    return after;
  });

const tooManyChecks = (seconds: number): Failure =>
  new Failure("too_many_requests", `This calendar was just checked. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
