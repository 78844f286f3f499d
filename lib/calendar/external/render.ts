import type { StoredCalendar, StoredConnection } from "./entity.ts";
import { Calendar, CalendarConnection } from "./schema.ts";

/** A calendar in API responses. It is failing, too, if bookings can't be written to it. */
export function renderCalendar(calendar: StoredCalendar): Calendar {
  const { status, writeError } = calendar;
  const isWriteFailing = status === "ok" && writeError !== null;
  return Calendar.parse(isWriteFailing ? { ...calendar, status: "failing", error: writeError } : calendar);
}

/** From the best to the worst. */
const STATUSES = ["ok", "failing", "rejected"] as const;

/** A connection in API responses, without its credentials. Its status is that of its worst calendar. */
export function renderConnection(
  connection: StoredConnection,
  calendars: readonly StoredCalendar[],
): CalendarConnection {
  const own = calendars.filter(({ connectionId }) => connectionId === connection.id).map(renderCalendar);
  const worst = own.toSorted((a, b) => STATUSES.indexOf(b.status) - STATUSES.indexOf(a.status))[0];
  const { status = "ok", error = null } = worst ?? {};
  return CalendarConnection.parse({ ...connection, status, error });
}
