import { undefinedIfNotFound } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { defaultDeadline } from "#lib/platform/outbound/fetch-outside.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { failedCheck } from "./check-calendar.ts";
import type { CheckMessage } from "./check-message.ts";
import { CalendarItem, isChecked, type StoredCalendar } from "./entity.ts";
import { readCalendarNow, storeCheck } from "./read-calendar-now.ts";
import { checkTimer } from "./send-checks.ts";

/** The receive after which a message becomes a dead letter. The function was stopped, or failed, in all earlier ones. */
const LAST_RECEIVE = 5;
/** Milliseconds between two checks of a calendar, except retries. */
const INTERVAL = 60_000;

/**
 * Checks a calendar: reads it if it has changed, and stores its busy times and its status. If it was checked in the minute before the message was
 * sent, it is checked when that minute is over; if it was checked after that, it is not checked again. A calendar that can't be processed is marked
 * as failing, so that it is checked less often.
 */
export async function runCheck(
  { userId, calendarId }: CheckMessage,
  { receives, sentAt }: { receives: number; sentAt: number },
): Promise<void> {
  const before = await findItem(CalendarItem, { userId, id: calendarId });
  if (!before || !isChecked(before)) return;
  const { lastCheckedAt, nextCheckAt } = before;
  const checkedAt = Date.parse(lastCheckedAt ?? "1970-01-01T00:00:00Z");
  const isDue = nextCheckAt !== null && nextCheckAt <= nowIso();
  if (isDue || now() - checkedAt >= INTERVAL) return check(before, receives);
  const at = new Date(checkedAt + INTERVAL).toISOString();
  if (sentAt > checkedAt) await setTimers([checkTimer({ userId, calendarId }, at)]);
}

async function check(before: StoredCalendar, receives: number): Promise<void> {
  const startedAt = now();
  const checking =
    receives < LAST_RECEIVE
      ? readCalendarNow(before, defaultDeadline())
      : storeCheck(before, failedCheck(before, "calendar_invalid"));
  const after = await undefinedIfNotFound(checking);
  if (after) logCheck(before, after, now() - startedAt);
}

function logCheck(before: StoredCalendar, after: StoredCalendar, ms: number): void {
  const { userId, id: calendarId, type: kind, status, error } = after;
  const isOk = status === "ok";
  log(isOk ? "info" : "warn", "calendar checked", {
    ...{ userId, calendarId, kind, ms },
    changed: before.lastChangedAt !== after.lastChangedAt,
    ...(error !== null && { failure: error }),
    ...metrics(isOk ? { "calendar.checked": 1 } : { "calendar.failed": 1 }),
  });
}
