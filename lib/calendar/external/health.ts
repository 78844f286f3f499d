import { now } from "#lib/platform/clock.ts";
import { setting } from "#lib/platform/env.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import type { StoredCalendar } from "./entity.ts";
import type { CalendarFailureCode } from "./failure.ts";

/** The state of a calendar that could be read. */
export const HEALTHY = { status: "ok", error: null, failingSince: null, isDisconnected: false } as const;

/** A calendar after a successful check at a time. */
export const afterSuccess = (calendar: StoredCalendar, at: string): StoredCalendar => ({
  ...calendar,
  ...HEALTHY,
  lastCheckedAt: at,
  readAt: at,
  nextCheckAt: inMinutes(checkMinutes() * (1 - JITTER * Math.random())),
});

/** Minutes between two checks, if the operator has set nothing. */
const CHECK_MINUTES = 15;
/** Part of that time by which a check may be earlier, so that calendars that were connected together are not checked together. */
const JITTER = 0.1;

const checkMinutes = (): number => Number(setting("CALENDAR_CHECK_MINUTES") ?? CHECK_MINUTES);

/** Minutes after the first failure of the first checks. There is one when the event is due. */
const RETRY_MINUTES = [1, 6, 21, 30];
/** Minutes between all further checks. */
const LATER_RETRIES = 60;
/** Minutes after the first failure when the event is recorded. */
const DISCONNECTED_AFTER = 30;

/** A calendar after a failed check. If the credentials were rejected, it is not checked again before they change. */
export function afterFailure(
  calendar: StoredCalendar,
  { at, error }: { at: string; error: CalendarFailureCode },
): StoredCalendar {
  const failingSince = calendar.failingSince ?? at;
  const minutes = (Date.parse(at) - Date.parse(failingSince)) / MINUTE;
  const isRejected = error === "calendar_credentials_rejected";
  const nextRetry = RETRY_MINUTES.find((retry) => retry > minutes) ?? minutes + LATER_RETRIES;
  return {
    ...calendar,
    ...{ status: isRejected ? "rejected" : "failing", error, lastCheckedAt: at, failingSince },
    isDisconnected: calendar.isDisconnected || isRejected || minutes >= DISCONNECTED_AFTER,
    nextCheckAt: isRejected ? null : new Date(Date.parse(failingSince) + nextRetry * MINUTE).toISOString(),
  };
}

const inMinutes = (minutes: number): string => new Date(now() + minutes * MINUTE).toISOString();
