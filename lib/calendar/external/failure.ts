import { type Failure, fieldFailure } from "#lib/failures.ts";

/** Why a calendar can't be read. None of them says what the other server responded. */
export const CALENDAR_FAILURES = [
  "calendar_unreachable",
  "calendar_credentials_rejected",
  "calendar_not_found",
  "calendar_invalid",
  "calendar_too_large",
] as const;

/** Why bookings can't be written to a calendar. */
export const WRITE_FAILURES = [...CALENDAR_FAILURES, "read_only_calendar"] as const;

export type CalendarFailureCode = (typeof WRITE_FAILURES)[number];

/** A calendar can't be read or written. */
export class CalendarFailure extends Error {
  readonly code: CalendarFailureCode;

  constructor(code: CalendarFailureCode) {
    super(code);
    this.code = code;
  }
}

/** The failure of a field that makes a calendar the destination of bookings, which can't be written to it. */
export const readOnlyCalendar = (pointer: string): Failure =>
  fieldFailure("read_only_calendar", pointer, PROBLEMS.read_only_calendar);

const PROBLEMS: Record<CalendarFailureCode, string> = {
  calendar_unreachable: "The calendar's server can't be reached. Check the URL, or try again later.",
  calendar_credentials_rejected:
    "The calendar's server rejected the credentials. It may require an app password.",
  calendar_not_found: "There is no calendar at this URL.",
  calendar_invalid: "The response from this URL is not a calendar. Check the URL.",
  calendar_too_large: "The calendar is too large: over 10 MB, 20,000 events or 10,000 busy times.",
  read_only_calendar: "Bookings can't be written to this calendar.",
};

/** What the code of a calendar's failure means for its owner, as sentences; the code itself if it is unknown. */
export function calendarProblem(code: string): string {
  const known = WRITE_FAILURES.find((one) => one === code);
  return known === undefined ? code : PROBLEMS[known];
}

/**
 * Waits for a reading that a request with credentials of this type needs.
 *
 * @throws {Failure} with the code of the `CalendarFailure`, and the field of the request that it is about
 */
export async function requireReadable<T>(type: "ics" | "caldav", reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    const isPassword = error.code === "calendar_credentials_rejected" && type === "caldav";
    throw fieldFailure(error.code, isPassword ? "#/password" : "#/url", PROBLEMS[error.code]);
  }
}
