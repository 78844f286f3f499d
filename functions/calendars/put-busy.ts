import * as z from "zod";
import { putBusyTimes } from "#lib/calendar/external/busy-times.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { CalendarItem } from "#lib/calendar/external/entity.ts";
import { BusyTimesPut } from "#lib/calendar/external/input.ts";
import { renderCalendar } from "#lib/calendar/external/render.ts";
import { Calendar, CalendarId } from "#lib/calendar/external/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Replaces the busy times of a pushed calendar in a range. */
export const handler = writeEndpoint(
  {
    id: "calendars.put-busy",
    summary: "Replace busy times",
    description:
      "Replaces the busy times of a `pushed` calendar from `from` to `to`. They close slots before the response. Existing bookings stay.",
    route: "PUT /calendars/{id}/busy",
    scopes: ["WRITE_CALENDAR"],
    input: { path: z.object({ id: CalendarId }), body: BusyTimesPut },
    result: CalendarItem.schema,
    response: z.object({ calendar: Calendar, message: Message }),
    failures: ["not_found", "limit_reached"],
    permissions: [...CALENDAR_CHANGES],
  },
  ({ caller, path, body }) => putBusyTimes(caller, path, body),
  (calendar) => ({ calendar: renderCalendar(calendar), message: "Busy times replaced." }),
);
