import * as z from "zod";
import { renderCalendar } from "#lib/calendar/external/render.ts";
import { Calendar, CalendarId } from "#lib/calendar/external/schema.ts";
import { getCalendar } from "#lib/calendar/external/visibility.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets one calendar. */
export const handler = endpoint(
  {
    id: "calendars.get",
    summary: "Get a calendar",
    description: "Returns one of your calendars.",
    route: "GET /calendars/{id}",
    scopes: ["READ_CALENDAR"],
    input: { path: z.object({ id: CalendarId }) },
    response: z.object({ calendar: Calendar }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ calendar: renderCalendar(await getCalendar(caller, path.id)) }),
);
