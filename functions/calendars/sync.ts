import * as z from "zod";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { renderCalendar } from "#lib/calendar/external/render.ts";
import { Calendar, CalendarId } from "#lib/calendar/external/schema.ts";
import { syncCalendar } from "#lib/calendar/external/sync.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Checks a calendar now. */
export const handler = writeEndpoint(
  {
    id: "calendars.sync",
    summary: "Check a calendar now",
    description:
      "Reads the calendar, within 25 seconds; its busy times close slots before the response. If it can't be read, its `status` says so. At most once in 30 seconds. A `pushed` calendar can't be read.",
    route: "POST /calendars/{id}/sync",
    scopes: ["WRITE_CALENDAR"],
    input: { path: z.object({ id: CalendarId }) },
    result: CalendarItem.schema,
    response: z.object({ calendar: Calendar }),
    failures: ["not_found"],
    permissions: [...CALENDAR_CHANGES, "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  ({ caller, path }) => syncCalendar(caller, path.id),
  (calendar) => ({ calendar: renderCalendar(calendar) }),
);
