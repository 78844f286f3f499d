import * as z from "zod";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { CalendarUpdate } from "#lib/calendar/external/input.ts";
import { renderCalendar } from "#lib/calendar/external/render.ts";
import { Calendar, CalendarId } from "#lib/calendar/external/schema.ts";
import { updateCalendar } from "#lib/calendar/external/update.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Updates the settings of a calendar; applies to bookings at once, to lists of slots within 5 seconds. */
export const handler = writeEndpoint(
  {
    id: "calendars.update",
    summary: "Update a calendar",
    description:
      "Changes the settings that you send. Busy times follow before the response, other settings of slots within 5 seconds. The calendar is read again if `tentative` changes, or if it counts as busy now; if that fails, its `status` says so.",
    route: "PATCH /calendars/{id}",
    scopes: ["WRITE_CALENDAR"],
    input: { path: z.object({ id: CalendarId }), body: CalendarUpdate },
    result: CalendarItem.schema,
    response: z.object({ calendar: Calendar }),
    failures: ["not_found", "read_only_calendar", "limit_reached"],
    permissions: [...CALENDAR_CHANGES, "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  ({ caller, path, body }) => updateCalendar(caller, path, body),
  (calendar) => ({ calendar: renderCalendar(calendar) }),
);
