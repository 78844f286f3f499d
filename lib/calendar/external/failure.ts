import { Failure } from "#lib/failures.ts";

/** Why a calendar can't be read or written. None of them says what the other server responded. */
export const CALENDAR_FAILURES = [
  "calendar_unreachable",
  "calendar_credentials_rejected",
  "calendar_not_found",
  "calendar_invalid",
  "calendar_too_large",
] as const;

export type CalendarFailureCode = (typeof CALENDAR_FAILURES)[number];

/** A calendar can't be read or written. */
export class CalendarFailure extends Error {
  readonly code: CalendarFailureCode;

  constructor(code: CalendarFailureCode) {
    super(code);
    this.code = code;
  }
}

/** The failure of a calendar as a destination of bookings that can't be written to it. */
export const readOnlyCalendar = (): Failure =>
  new Failure("read_only_calendar", "Bookings can't be written to this calendar.");

const PROBLEMS: Record<CalendarFailureCode, string> = {
  calendar_unreachable: "The calendar's server can't be reached. Check the URL, or try again later.",
  calendar_credentials_rejected:
    "The calendar's server rejected the credentials. It may require an app password.",
  calendar_not_found: "There is no calendar at this URL.",
  calendar_invalid: "The response from this URL is not a calendar. Check the URL.",
  calendar_too_large: "The calendar is too large: over 10 MB, 20,000 events or 10,000 busy times.",
};

/** What the code of a calendar's failure means for its owner, as sentences; the code itself if it is unknown. */
export function calendarProblem(code: string): string {
  const known = CALENDAR_FAILURES.find((one) => one === code);
  return known === undefined ? code : PROBLEMS[known];
}

/**
 * Waits for a reading that a request needs.
 *
 * @throws {Failure} with the code of the `CalendarFailure`
 */
export async function requireReadable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    throw new Failure(error.code, PROBLEMS[error.code]);
  }
}
