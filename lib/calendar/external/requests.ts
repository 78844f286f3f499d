import {
  fetchOutside,
  OutsideFailure,
  type OutsideRequest,
  type OutsideResponse,
} from "#lib/platform/outbound/fetch-outside.ts";
import { calendarReach } from "./calendar-url.ts";
import { CalendarFailure } from "./failure.ts";

/** As {@link fetchOutside}; fails with {@link CalendarFailure}. The status may be any. */
export async function requestCalendar(
  url: string,
  request: Omit<OutsideRequest, "reach">,
): Promise<OutsideResponse> {
  try {
    return await fetchOutside(url, { ...request, reach: calendarReach() });
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    throw new CalendarFailure(error.reason === "too_large" ? "calendar_too_large" : "calendar_unreachable");
  }
}

export const isSuccess = ({ status }: OutsideResponse): boolean => status >= 200 && status < 300;

/** Fails with {@link CalendarFailure} unless the status of a response is 2xx. */
export function requireSuccess(response: OutsideResponse): void {
  if (isSuccess(response)) return;
  const { status } = response;
  if (status === 401 || status === 403) throw new CalendarFailure("calendar_credentials_rejected");
  if (status === 404 || status === 410) throw new CalendarFailure("calendar_not_found");
  const isTemporary = status === 429 || status >= 500;
  throw new CalendarFailure(isTemporary ? "calendar_unreachable" : "calendar_invalid");
}
