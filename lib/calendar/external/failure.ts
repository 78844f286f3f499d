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
