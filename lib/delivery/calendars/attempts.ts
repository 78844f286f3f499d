import { CalendarItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import type { CalendarFailureCode } from "#lib/calendar/external/failure.ts";
import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { LONGEST_DELAY } from "#lib/platform/queue.ts";
import { present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { type CalendarEvent, saveEvent } from "./entity.ts";
import { type CalendarWriteMessage, calendarWriteTimers } from "./messages.ts";

/** Seconds before the second attempt, the third, and so on. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 36_000] as const;

/** Why calendars could not be changed. */
export type Failures = Map<StoredCalendar, CalendarFailureCode>;

/** A finished attempt. */
interface FinishedAttempt {
  /** The event's item as it was written before the requests. */
  started: CalendarEvent;
  /** The calendars that may contain the event now. */
  calendarIds: number[];
  /** All calendars that were to be changed. */
  calendars: readonly StoredCalendar[];
  failures: Failures;
}

/** Records an attempt, and sets the next one if it failed. After the last one, the calendars that failed are marked. */
export async function endAttempt(
  { userId, bookingId, attempt = 0 }: CalendarWriteMessage,
  { started, calendarIds, calendars, failures }: FinishedAttempt,
): Promise<void> {
  const [failure] = failures.values();
  const delay = failure && RETRY_SECONDS[attempt];
  const { due: _, wakesAt: __, ...rest } = started;
  const ended = await saveEvent(started, {
    ...{ ...rest, calendarIds, attempt: 0 },
    ...(delay !== undefined && {
      attempt: attempt + 1,
      due: duePartition("calendar-writes", started.uidHash),
      wakesAt: new Date(now() + delay * 1_000).toISOString(),
    }),
  });
  const fields = { userId, bookingId };
  const counted = failure ? { "calendar.write_failed": 1 } : { "calendar.written": 1 };
  log("info", "calendar write", { ...fields, failure, ...metrics(counted) });
  if (failure && delay === undefined)
    log("warn", "calendar write abandoned", {
      ...fields,
      failure,
      ...metrics({ "calendar.write_abandoned": 1 }),
    });
  if (delay === undefined) await markCalendars(calendars, failures);
  // The sweep sets later timers.
  else if (delay <= LONGEST_DELAY) await setTimers(calendarWriteTimers(ended));
}

/** Records in each calendar whether bookings can be written to it. */
async function markCalendars(calendars: readonly StoredCalendar[], failures: Failures): Promise<void> {
  const changes = calendars.map(async (calendar) => {
    const { userId, id } = calendar;
    const writeError = failures.get(calendar) ?? null;
    if (writeError !== calendar.writeError)
      await ignoreFailedCondition(
        writeOne(update(CalendarItem, { userId, id }, { set: { writeError }, if: present("pk") })),
      );
  });
  await Promise.all(changes);
}
